/* A block that came back to its pool, as the pool says by inquest.h, and is used by a later kernel. */
#include "inquest.h"
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    CUdeviceptr pool;
    unsigned n = 32, v = 7;
    cuMemAlloc(&pool, 4096);
    CUdeviceptr a = pool, b = pool + 512;
    inquest_pool_alloc(NULL, (void *)a, 128);   // site: created
    inquest_pool_alloc(NULL, (void *)b, 128);
    LAUNCH(f, 1, 32, 0, &a, &n, &v);
    inquest_pool_free((void *)a);       // site: destroyed
    LAUNCH(f, 1, 32, 0, &a, &n, &v);    // expect-soft: kernel-use-after-free arg=p object=device-memory state=freed says=128_bytes_of_device_memory
    cuCtxSynchronize();
    return cuMemFree(pool);
}
