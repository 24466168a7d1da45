#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0);
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, 0);
    cuCtxSynchronize();
    ON(a, fill, &x, &n, &v);                    // site: related
    cuMemcpyDtoHAsync(host, x, 4096, b);        // expect: stream-race api=cuMemcpyDtoHAsync arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
