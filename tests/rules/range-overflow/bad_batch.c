#include "cuda.h"

int main(void)
{
    CUdeviceptr a, b;
    test_context();
    cuMemAlloc(&a, 4096);
    cuMemAlloc(&b, 1024); // site: created
    CUdeviceptr dsts[3] = { a, b, a + 1024 }, srcs[3] = { a + 2048, a, b };
    size_t sizes[3] = { 512, 2048, 512 }, index = 0;
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    CUstream s;
    cuStreamCreate(&s, 0);
    cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 3, &attributes, &index, 1, s); // expect: range-overflow api=cuMemcpyBatchAsync arg=sizes[1] object=device-memory
    return 0;
}
