/* What the program itself does not want kernels to do, as it says by NVTX: of a region, of a whole allocation. */
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
    CUfunction fill = kernel("fill"), copy = kernel("copy"), count = kernel("count");
    CUdeviceptr pool, single, out;
    unsigned n = 32, v = 7, shift = 0;
    cuMemAlloc(&pool, 4096);
    cuMemAlloc(&single, 128);
    cuMemAlloc(&out, 128);
    cuMemsetD8(pool, 0, 4096);
    cuMemsetD8(single, 0, 128);
    CUdeviceptr region = pool + 128;
    nvtx_region(nvtx_heap(pool, 4096, NVTX_POOL), region, 128);
    nvtx_allow(region, NVTX_READ);
    LAUNCH(copy, 1, 32, 0, &out, &region, &n, &shift);
    LAUNCH(fill, 1, 32, 0, &region, &n, &v);    // expect: kernel-out-of-bounds arg=p says=only_read_there
    nvtx_allow(single, NVTX_WRITE);
    LAUNCH(fill, 1, 32, 0, &single, &n, &v);
    LAUNCH(copy, 1, 32, 0, &out, &single, &n, &shift);  // expect: kernel-out-of-bounds arg=from says=only_write_there
    nvtx_allow(single, NVTX_READ | NVTX_WRITE);
    LAUNCH(copy, 1, 32, 0, &single, &single, &n, &shift);
    LAUNCH(count, 1, 32, 0, &single);   // expect: kernel-out-of-bounds arg=p says=no_atomic_operations
    nvtx_allow(single, 0);
    LAUNCH(fill, 1, 32, 0, &single, &n, &v);    // expect: kernel-out-of-bounds arg=p says=do_nothing_there
    nvtx_allow(single, NVTX_RESET);
    LAUNCH(count, 1, 32, 0, &single);
    cuCtxSynchronize();
    cuMemFree(out);
    cuMemFree(single);
    return cuMemFree(pool);
}
