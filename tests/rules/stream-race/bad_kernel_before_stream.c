#include "kernel_streams.h"

/* The kernel was launched before there was a second stream; making one waits for nothing. */
int main(void)
{
    test_context();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0);
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, 0);
    cuCtxSynchronize();
    ON(NULL, fill, &x, &n, &v);                 // site: related
    cuStreamCreate(&a, CU_STREAM_NON_BLOCKING);
    cuMemcpyDtoHAsync(host, x, 4096, a);        // expect: stream-race api=cuMemcpyDtoHAsync arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
