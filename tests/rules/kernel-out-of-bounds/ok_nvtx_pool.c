/* Regions of pools used as registered: resized, given back after the last launch that uses them though kernels may still be running, given out again;
 * the pool's owner works on all of it; kernels reach regions from the pool's own address; memory of a pool that is gone is ordinary. */
#include "nvtx_mem.h"
#include "test_kernels.h"

/* All of one module. */
static CUfunction kernel(const char *name)
{
    static CUmodule module;
    CUfunction function = NULL;
    if (!module && (test_context(), cuModuleLoadData(&module, test_ptx)))
        __builtin_trap();
    cuModuleGetFunction(&function, module, name);
    return function;
}

int main(void)
{
    CUfunction fill = kernel("fill"), copy = kernel("copy"), count = kernel("count"), backwards = kernel("backwards");
    CUdeviceptr pool, other;
    unsigned n = 32, m = 64, v = 7, shift = 64, none = 0;
    char host[4096];
    cuMemAlloc(&pool, 4096);
    cuMemAlloc(&other, 4096);
    cuMemsetD8(other, 0, 4096);
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    CUdeviceptr a = pool, b = pool + 128, c = pool + 256, end = c + 128;
    cuMemsetD8(pool, 0, 4096);
    nvtx_region(heap, a, 128);
    nvtx_region(heap, b, 64);
    nvtx_region(heap, c, 128);
    nvtx_resize(b, 128);
    LAUNCH(fill, 1, 32, 0, &a, &n, &v);
    LAUNCH(fill, 1, 32, 0, &b, &n, &v);
    LAUNCH(copy, 1, 32, 0, &b, &pool, &n, &shift);     /* reads c, by the address of the pool */
    LAUNCH(backwards, 1, 1, 0, &other, &c, &end);
    LAUNCH(count, 1, 32, 0, &c);
    nvtx_end_region(b);
    nvtx_end_region(c);
    nvtx_region(heap, b, 256);
    LAUNCH(fill, 2, 32, 0, &b, &m, &v);
    cuMemcpyDtoH(host, pool, 4096);
    nvtx_allow(other, NVTX_READ);
    LAUNCH(copy, 1, 32, 0, &a, &other, &n, &none);
    nvtx_allow(other, NVTX_READ | NVTX_WRITE);
    LAUNCH(fill, 1, 32, 0, &other, &n, &v);
    cuCtxSynchronize();
    nvtx_reset_heap(heap);
    nvtx_end_heap(heap);
    m = 1024;
    LAUNCH(fill, 32, 32, 0, &pool, &m, &v);
    cuCtxSynchronize();
    nvtx_heap(pool, 4096, NVTX_POOL);
    cuMemFree(pool);                    /* and with it what was said of it */
    if (cuMemAlloc(&pool, 4096))
        return 1;
    LAUNCH(fill, 32, 32, 0, &pool, &m, &v);
    heap = nvtx_heap(other, 4096, NVTX_LAYOUT);
    nvtx_region(heap, other + 128, 128);
    LAUNCH(fill, 32, 32, 0, &other, &m, &v);
    cuCtxSynchronize();
    cuMemFree(other);
    return cuMemFree(pool);
}
