#include "kernel_streams.h"

/* The same launches, records and copies, again and again, each of them ordered. */
int main(void)
{
    CUevent filled, copied;
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0);
    void *host = NULL;
    cuEventCreate(&filled, 0);
    cuEventCreate(&copied, 0);
    cuMemHostAlloc(&host, 4096, 0);
    cuCtxSynchronize();
    for (int i = 0; i < 20; i++) {
        cuStreamWaitEvent(a, copied, 0);
        ON(a, fill, &x, &n, &v);
        ON(a, fill, &x, &n, &v);
        cuEventRecord(filled, a);
        cuStreamWaitEvent(b, filled, 0);
        cuMemcpyDtoHAsync(host, x, 4096, b);
        cuMemcpyDtoHAsync(host, x, 4096, b);
        cuEventRecord(copied, b);
        while (cuEventQuery(filled) == CUDA_ERROR_NOT_READY)
            ;
        if (cuEventQuery(filled))
            return 1;
    }
    cuCtxSynchronize();
    cuEventDestroy(filled);
    cuEventDestroy(copied);
    return cuMemFreeHost(host);
}
