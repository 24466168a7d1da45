/* A copy that fits into the allocation and not into the region of it that it is for, as the program says by NVTX. */
#include "nvtx_mem.h"
#include "test_kernels.h"

int main(void)
{
    CUdeviceptr pool;
    char host[4096] = { 0 };
    test_kernel("fill");
    cuMemAlloc(&pool, 4096);
    cuMemcpyHtoD(pool + 256, host, 256);
    void *heap = nvtx_heap(pool, 4096, NVTX_POOL);
    nvtx_region(heap, pool, 256);
    nvtx_region(heap, pool + 256, 128); // site: created
    nvtx_region(heap, pool + 512, 128);
    cuMemcpyHtoD(pool + 256, host, 256);        // expect: range-overflow severity=warning arg=ByteCount object=device-memory
    cuMemcpyHtoD(pool + 256, host, 128);
    cuMemsetD32(pool + 512, 1, 33);     // expect: range-overflow severity=warning arg=N object=device-memory
    cuMemcpyHtoD(pool, host, 4096);
    nvtx_end_heap(heap);
    cuMemcpyHtoD(pool + 256, host, 256);
    return cuMemFree(pool);
}
