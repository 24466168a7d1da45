/* What NVTX permits, next to what it does not. */
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
    CUfunction fill = kernel("fill"), copy = kernel("copy"), count = kernel("count"), backwards = kernel("backwards"), wide = kernel("wide");
    CUdeviceptr pool, single, out;
    unsigned n = 32, v = 7, shift = 0, to_second = 64;
    unsigned long long none = 0;
    cuMemAlloc(&pool, 4096);
    cuMemAlloc(&single, 128);
    cuMemAlloc(&out, 128);
    cuMemsetD8(pool, 0, 4096);
    cuMemsetD8(single, 0, 128);
    /* the first region lies where the pool begins, whose address may stand for all of it */
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    CUdeviceptr second = pool + 256, third = pool + 384;
    nvtx_region(heap, pool, 256);
    nvtx_region(heap, second, 128);
    nvtx_region(heap, third, 128);
    nvtx_allow(pool, NVTX_WRITE);
    nvtx_allow(second, NVTX_READ);
    nvtx_allow(third, NVTX_WRITE);
    LAUNCH(fill, 1, 32, 0, &pool, &n, &v);
    LAUNCH(copy, 1, 32, 0, &out, &pool, &n, &to_second);
    LAUNCH(copy, 1, 32, 0, &third, &second, &n, &shift);
    /* the end of what may be read is the start of what may not */
    LAUNCH(backwards, 1, 1, 0, &out, &second, &third);
    nvtx_allow(single, NVTX_READ | NVTX_WRITE);
    LAUNCH(wide, 1, 1, 0, &single, &none);
    LAUNCH(copy, 1, 32, 0, &single, &single, &n, &shift);
    nvtx_allow(single, NVTX_ATOMIC);
    LAUNCH(count, 1, 32, 0, &single);
    nvtx_allow(single, NVTX_RESET);
    LAUNCH(fill, 1, 32, 0, &single, &n, &v);
    cuCtxSynchronize();
    cuMemFree(out);
    cuMemFree(single);
    return cuMemFree(pool);
}
