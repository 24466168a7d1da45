#include "kernel_streams.h"

/* A pool: every stream has its part of one large block. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    CUdeviceptr block = test_memory(1 << 20, 0);
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, 0);
    cuCtxSynchronize();
    for (int i = 0; i < 16; i++) {
        CUdeviceptr one = block + (unsigned)i * 4096, other = block + (1 << 19) + (unsigned)i * 4096, total = other + 2048;
        ON(a, fill, &one, &n, &v);
        ON(b, fill, &other, &n, &v);
        ON(b, sum, &total, &other, &n);
        cuMemcpyDtoHAsync(host, one, 4096, a);
    }
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
