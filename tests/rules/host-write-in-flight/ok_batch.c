#include "cuda.h"

/* What a batch reads during the call may be written behind it. */
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
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL };
    for (int i = 0; i < 4; i++) {
        if (cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 2, &attributes, &index, 1, stream))
            return 77;
        host[5000] = host[part + 5000] = (char)i;
    }
    cuStreamSynchronize(stream);
    return cuMemFreeHost(host);
}
