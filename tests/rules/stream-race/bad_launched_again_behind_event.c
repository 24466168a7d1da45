#include "kernel_streams.h"

/* The same launch, again and again: what comes behind the record is not waited for. */
int main(void)
{
    CUevent first;
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0);
    void *host = NULL;
    cuEventCreate(&first, 0);
    cuMemHostAlloc(&host, 4096, 0);
    cuCtxSynchronize();
    for (int i = 0; i < 20; i++)
        ON(a, fill, &x, &n, &v);
    cuEventRecord(first, a);
    for (int i = 0; i < 20; i++)
        ON(a, fill, &x, &n, &v); // site: related
    cuStreamWaitEvent(b, first, 0);
    cuMemcpyDtoHAsync(host, x, 4096, b); // expect: stream-race api=cuMemcpyDtoHAsync arg=srcDevice
    cuCtxSynchronize();
    cuEventDestroy(first);
    return cuMemFreeHost(host);
}
