/* Blocks of a pool that says so by inquest.h: a kernel runs from the first one, which begins where the pool does, into its rounding, and through a
 * hole into memory that was never handed out. */
#include "inquest.h"
#include "test_kernels.h"

static void *take(CUdeviceptr at, size_t bytes)
{
    inquest_pool_alloc(NULL, (void *)at, bytes);        // site: created
    return (void *)at;
}

int main(void)
{
    CUfunction f = test_kernel("fill");
    CUdeviceptr pool;
    unsigned n = 26, m = 65, v = 7;
    cuMemAlloc(&pool, 4096);
    CUdeviceptr a = pool, b = pool + 512;
    take(a, 100);
    take(b, 256);
    LAUNCH(f, 1, 32, 0, &a, &n, &v);    // expect-soft: kernel-out-of-bounds arg=p object=device-memory says=directly_after_the_end_of_100_bytes
    b = pool + 1024;
    LAUNCH(f, 3, 32, 0, &b, &m, &v);    // expect-soft: kernel-out-of-bounds arg=p says=no_block_of_its_memory_pool_is_in_use_there
    cuCtxSynchronize();
    return cuMemFree(pool);
}
