#include "kernel_streams.h"

/* The copy between host buffers takes the kernel's second half: only the software device sees it.
 * What the whole copy takes is certain from the kernel's PTX. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr mapped = 0, half, other;
    void *host = NULL, *more = NULL;
    cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    cuMemHostAlloc(&more, 4096, 0);
    cuMemHostGetDevicePointer(&mapped, host, 0);
    half = (CUdeviceptr)(uintptr_t)host + 32;
    other = (CUdeviceptr)(uintptr_t)more;
    cuCtxSynchronize();
    ON(a, fill, &mapped, &n, &v);               // site: related
    cuMemcpyAsync(other, half, 32, b);          // expect-soft: stream-race object=pinned-memory
    cuCtxSynchronize();
    ON(a, fill, &mapped, &n, &v);               // site: related
    cuMemcpyAsync(half, other, 32, b);          // expect-soft: stream-race object=pinned-memory
    cuCtxSynchronize();
    return cuMemFreeHost(host) + cuMemFreeHost(more);
}
