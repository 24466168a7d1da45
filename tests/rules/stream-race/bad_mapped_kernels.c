#include "kernel_streams.h"

/* Both use memory of the host directly. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    CUdeviceptr mapped = 0, total = test_memory(4096, 0);
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    cuMemHostGetDevicePointer(&mapped, host, 0);
    cuCtxSynchronize();
    ON(a, fill, &mapped, &n, &v);               // site: related
    ON(b, sum, &total, &mapped, &n);            // expect: stream-race object=pinned-memory
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
