#include "kernel_streams.h"

/* Copies between host buffers that the other stream's kernel is ordered with, or does not meet. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr mapped = 0, at, half, other;
    void *host = NULL, *more = NULL;
    cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    cuMemHostAlloc(&more, 4096, 0);
    cuMemHostGetDevicePointer(&mapped, host, 0);
    at = (CUdeviceptr)(uintptr_t)host;
    half = at + 32;
    other = (CUdeviceptr)(uintptr_t)more;
    cuCtxSynchronize();
    ON(a, fill, &mapped, &n, &v);
    AFTER(b, a);
    cuMemcpyAsync(other, half, 32, b);
    ON(a, fill, &mapped, &n, &v);               /* that copy is complete */
    cuMemcpyAsync(other, at + 64, 32, b);       /* behind what the kernel uses */
    cuMemcpyAsync(half, other, 32, a);          /* the same stream */
    cuMemcpyAsync(other, half, 32, b);          /* the copy before is complete */
    cuCtxSynchronize();
    return cuMemFreeHost(host) + cuMemFreeHost(more);
}
