/* A copy from a region of a pool that was given back, as the program says by NVTX.  The owner may fill it. */
#include "nvtx_mem.h"
#include "test_kernels.h"

int main(void)
{
    CUdeviceptr pool;
    char host[4096] = { 0 };
    test_kernel("fill");
    cuMemAlloc(&pool, 4096);
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    nvtx_region(heap, pool + 256, 128); // site: created
    cuMemcpyHtoD(pool + 256, host, 128);
    cuMemcpyDtoH(host, pool + 256, 128);
    nvtx_end_region(pool + 256);        // site: destroyed
    cuMemsetD8(pool + 256, 0xdd, 128);
    cuMemcpyDtoH(host, pool + 256, 128);        // expect: use-after-free severity=warning arg=srcDevice object=device-memory state=freed
    nvtx_region(heap, pool + 256, 64);
    cuMemcpyDtoH(host, pool + 256, 64);
    return cuMemFree(pool);
}
