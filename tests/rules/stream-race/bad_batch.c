#include "kernel_streams.h"

/* The second copy of a batch writes what another stream's kernel writes. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    char *host = NULL;
    cuMemHostAlloc((void **)&host, 8192, 0);
    cuCtxSynchronize();
    CUdeviceptr dsts[2] = { x, y }, srcs[2] = { (CUdeviceptr)(size_t)host, (CUdeviceptr)(size_t)(host + 4096) };
    size_t sizes[2] = { 4096, 4096 }, index = 0;
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    if (cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 2, &attributes, &index, 1, a))     // site: related
        return 77;
    ON(b, fill, &y, &n, &v);                    // expect: stream-race object=device-memory
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
