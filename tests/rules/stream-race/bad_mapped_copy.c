#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr mapped = 0, x = test_memory(4096, 0);
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    cuMemHostGetDevicePointer(&mapped, host, 0);
    cuCtxSynchronize();
    ON(a, fill, &mapped, &n, &v);               // site: related
    cuMemcpyHtoDAsync(x, host, 4096, b);        // expect: stream-race arg=srcHost object=pinned-memory
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
