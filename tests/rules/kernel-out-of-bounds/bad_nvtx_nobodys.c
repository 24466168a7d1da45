/* A part of a pool that was never given to anybody. */
#include "nvtx_mem.h"
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    CUdeviceptr pool;
    unsigned n = 32, v = 7;
    cuMemAlloc(&pool, 4096);
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    CUdeviceptr a = pool, b = pool + 1024;
    nvtx_region(heap, a, 128);
    nvtx_name(a, "first");
    LAUNCH(f, 1, 32, 0, &a, &n, &v);
    LAUNCH(f, 1, 32, 0, &b, &n, &v);    // expect-soft: kernel-out-of-bounds arg=p says=no_block_of_its_memory_pool_is_in_use_there
    n = 33;
    LAUNCH(f, 2, 32, 0, &a, &n, &v);    // expect-soft: kernel-out-of-bounds unseen=a_block_at_the_start_of_a_pool_may_be_the_pool arg=p says=called_"first"
    cuCtxSynchronize();
    return cuMemFree(pool);
}
