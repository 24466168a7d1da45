/* A copy that fits into the allocation and not into the block of it that it is for, as the pool says by inquest.h. */
#include "inquest.h"
#include "test_kernels.h"

int main(void)
{
    CUdeviceptr memory;
    char host[512] = { 0 };
    test_kernel("fill");
    cuMemAlloc(&memory, 4096);
    inquest_pool_alloc(NULL, (void *)memory, 100);      // site: created
    cuMemcpyHtoD(memory, host, 104);    // expect: range-overflow severity=warning arg=ByteCount object=device-memory
    cuMemcpyHtoD(memory, host, 100);
    return cuMemFree(memory);
}
