#include "cuda.h"

int main(void)
{
    CUdeviceptr a, b;
    static char h[1024];
    test_context();
    cuMemAlloc(&a, 4096);
    cuMemAlloc(&b, 1024);
    CUdeviceptr dsts[40], srcs[40];
    size_t sizes[40], index = 0;
    for (int i = 0; i < 40; i++) {
        dsts[i] = a + 16 * i;
        srcs[i] = i % 2 ? b + 16 * i : (CUdeviceptr)(size_t)(h + i);
        sizes[i] = 16;
    }
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    CUstream s;
    cuStreamCreate(&s, 0);
    int result = cuMemcpyBatchAsync_v2(dsts, srcs, sizes, 40, &attributes, &index, 1, s);
    cuStreamSynchronize(s);
    return result;
}
