/* Pools that say by inquest.h what they hand out: blocks are given out anew with other bounds, also where nobody said that the old ones came back;
 * half of an allocation is a pool's; a new allocation at an old address knows nothing of the old one's blocks. */
#include "inquest.h"
#include "test_kernels.h"

int main(void)
{
    CUfunction fill = test_kernel("fill");
    CUdeviceptr pool, other;
    unsigned n = 32, m = 64, all = 1024, v = 7;
    char host[4096] = { 0 };
    cuMemAlloc(&pool, 4096);
    CUdeviceptr a = pool, b = pool + 512, c = pool + 1024;
    inquest_pool_alloc(NULL, (void *)a, 128);
    inquest_pool_alloc(NULL, (void *)b, 100);
    LAUNCH(fill, 1, 32, 0, &a, &n, &v);
    inquest_pool_free((void *)a);       /* while its kernel may still run */
    inquest_pool_alloc(NULL, (void *)a, 1024);  /* b came back on a thread that nobody watches */
    n = 256;
    LAUNCH(fill, 8, 32, 0, &a, &n, &v);
    inquest_pool_alloc(NULL, (void *)b, 256);   /* now a did */
    LAUNCH(fill, 2, 32, 0, &b, &m, &v);
    cuMemcpyHtoD(b, host, 256);
    inquest_pool_free((void *)c);
    inquest_pool_free(NULL);
    cuCtxSynchronize();
    cuMemFree(pool);
    if (cuMemAlloc(&pool, 4096))
        return 1;
    cuMemcpyHtoD(pool, host, 4096);
    cuMemcpyDtoH(host, pool + 512, 2048);
    LAUNCH(fill, 32, 32, 0, &pool, &all, &v);
    cuMemAlloc(&other, 8192);
    inquest_pool_create((void *)(other + 4096), 4096);
    inquest_pool_alloc((void *)(other + 4096), (void *)(other + 4096), 4096);
    LAUNCH(fill, 32, 32, 0, &other, &all, &v);
    other += 4096;
    LAUNCH(fill, 32, 32, 0, &other, &all, &v);
    cuCtxSynchronize();
    inquest_pool_destroy((void *)other);
    LAUNCH(fill, 32, 32, 0, &other, &all, &v);
    inquest_pool_alloc(NULL, host, 4096);       /* no device memory */
    inquest_pool_alloc(NULL, (void *)pool, 0);
    cuCtxSynchronize();
    cuMemFree(other - 4096);
    return cuMemFree(pool);
}
