/* Two regions of a pool that the program describes by NVTX: a kernel runs from the first one into what belongs to nobody, and into the other one. */
#include "nvtx_mem.h"
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    CUdeviceptr pool;
    unsigned n = 33, m = 17, v = 7;
    cuMemAlloc(&pool, 4096);
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    CUdeviceptr a = pool + 256, b = pool + 512, c = b + 64;
    nvtx_region(heap, a, 128);  // site: created
    nvtx_region(heap, b, 64);
    nvtx_region(heap, c, 128);
    LAUNCH(f, 2, 32, 0, &a, &n, &v);    // expect-soft: kernel-out-of-bounds arg=p object=device-memory says=directly_after_the_end_of_128_bytes
    LAUNCH(f, 1, 32, 0, &b, &m, &v);    // expect-soft: kernel-out-of-bounds arg=p object=device-memory says=nvtxMemRegionsRegister
    cuCtxSynchronize();
    nvtx_end_heap(heap);
    LAUNCH(f, 2, 32, 0, &a, &n, &v);
    return cuMemFree(pool);
}
