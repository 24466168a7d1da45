/* A region of a pool that the program describes by NVTX is given back, by itself or with all others, and used by a later kernel. */
#include "nvtx_mem.h"
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    CUdeviceptr pool;
    unsigned n = 32, v = 7;
    cuMemAlloc(&pool, 4096);
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    CUdeviceptr a = pool + 256, b = pool + 512;
    nvtx_region(heap, a, 128);  // site: created
    nvtx_region(heap, b, 128);
    LAUNCH(f, 1, 32, 0, &a, &n, &v);
    nvtx_end_region(a); // site: destroyed
    LAUNCH(f, 1, 32, 0, &a, &n, &v);    // expect-soft: kernel-use-after-free arg=p object=device-memory state=freed says=nvtxMemRegionsUnregister
    nvtx_reset_heap(heap);
    LAUNCH(f, 1, 32, 0, &b, &n, &v);    // expect-soft: kernel-use-after-free arg=p object=device-memory state=freed says=nvtxMemHeapReset
    cuCtxSynchronize();
    return cuMemFree(pool);
}
