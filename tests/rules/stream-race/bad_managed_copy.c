#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = 0;
    void *host = NULL;
    cuMemAllocManaged(&x, 4096, CU_MEM_ATTACH_GLOBAL);
    cuMemHostAlloc(&host, 4096, 0);
    ON(a, fill, &x, &n, &v);                    // site: related
    cuMemcpyDtoHAsync(host, x, 4096, b);        // expect: stream-race severity=warning object=managed-memory
    cuCtxSynchronize();
    cuMemFreeHost(host);
    return cuMemFree(x);
}
