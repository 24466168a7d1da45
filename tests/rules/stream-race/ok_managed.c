#include "kernel_streams.h"

/* In an order; and beside the host, which waits. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = 0;
    void *host = NULL;
    cuMemAllocManaged(&x, 4096, CU_MEM_ATTACH_GLOBAL);
    cuMemHostAlloc(&host, 4096, 0);
    for (int i = 0; i < 3; i++) {
        ON(a, fill, &x, &n, &v);
        AFTER(b, a);
        cuMemcpyDtoHAsync(host, x, 4096, b);
        cuStreamSynchronize(b);
        ((unsigned *)(uintptr_t)x)[3] = 0;
    }
    cuMemFreeHost(host);
    return cuMemFree(x);
}
