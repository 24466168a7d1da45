#include "cuda.h"

int main(void)
{
    CUdeviceptr a, b;
    test_context();
    cuMemAlloc(&a, 4096);
    cuMemAlloc(&b, 1024); // site: created
    cuMemFree(b); // site: destroyed
    CUdeviceptr dsts[2] = { a, b }, srcs[2] = { a + 2048, a };
    size_t sizes[2] = { 512, 512 }, index = 0;
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    CUstream s;
    cuStreamCreate(&s, 0);
    cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 2, &attributes, &index, 1, s); // expect-soft: use-after-free arg=dsts[1] object=device-memory state=freed
    return 0;
}
