#include "kernel_streams.h"

/* What a kernel writes into memory of the host is read when its end is known, and copied behind it. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    CUdeviceptr mapped = 0, x = test_memory(4096, 0), total = test_memory(4096, 0);
    unsigned *host = NULL, bad = 0;
    cuMemHostAlloc((void **)&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    cuMemHostGetDevicePointer(&mapped, host, 0);
    cuCtxSynchronize();
    for (int i = 0; i < 3; i++) {
        host[3] = 0;
        ON(a, fill, &mapped, &n, &v);
        AFTER(b, a);
        ON(b, sum, &total, &mapped, &n);
        ON(a, sum, &total, &mapped, &n);
        cuMemcpyHtoDAsync(x, host, 4096, b);
        cuCtxSynchronize();
        bad |= host[3] != v;
    }
    return cuMemFreeHost(host) || bad;
}
