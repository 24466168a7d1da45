#include "kernel_streams.h"

/* Batches beside kernels that use other parts of the same blocks, and in order with kernels that use the same ones. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(8192, 0), y = test_memory(8192, 0), upper = y + 4096;
    char *host = NULL;
    cuMemHostAlloc((void **)&host, 8192, 0);
    cuCtxSynchronize();
    CUdeviceptr dsts[2] = { x, y }, srcs[2] = { (CUdeviceptr)(size_t)host, (CUdeviceptr)(size_t)(host + 4096) };
    size_t sizes[2] = { 4096, 4096 }, index = 0;
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    for (int i = 0; i < 8; i++) {
        if (cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 2, &attributes, &index, 1, a))
            return 77;
        ON(b, fill, &upper, &n, &v);
        AFTER(b, a);
        ON(b, fill, &y, &n, &v);
        AFTER(a, b);
    }
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
