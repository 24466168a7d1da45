/* A copy from a block that came back to its pool, as the pool says by inquest.h: also of the one with which the pool begins. */
#include "inquest.h"
#include "test_kernels.h"

int main(void)
{
    CUdeviceptr pool;
    char host[128] = { 0 };
    test_kernel("fill");
    cuMemAlloc(&pool, 4096);
    inquest_pool_alloc(NULL, (void *)pool, 128);        // site: created
    cuMemcpyHtoD(pool, host, 128);
    inquest_pool_free((void *)pool);    // site: destroyed
    cuMemsetD8(pool, 0xdd, 128);        /* the pool's own work */
    cuMemcpyDtoH(host, pool, 128);      // expect: use-after-free severity=warning arg=srcDevice object=device-memory state=freed
    return cuMemFree(pool);
}
