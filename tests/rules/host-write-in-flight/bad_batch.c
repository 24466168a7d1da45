#include "cuda.h"

/* The second source of a batch is written while it may be read. */
int main(void)
{
    CUdeviceptr device;
    CUstream stream;
    char *host = NULL;
    size_t part = 1 << 16;
    test_context();
    cuMemAlloc(&device, 2 * part);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuMemHostAlloc((void **)&host, 2 * part, 0);
    CUdeviceptr dsts[2] = { device, device + part }, srcs[2] = { (CUdeviceptr)(size_t)host, (CUdeviceptr)(size_t)(host + part) };
    size_t sizes[2] = { part, part }, index = 0;
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    if (cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 2, &attributes, &index, 1, stream))    // site: related
        return 77;
    host[part + 5000] = 1;                      // expect: host-write-in-flight object=pinned-memory
    cuStreamSynchronize(stream);
    return cuMemFreeHost(host);
}
