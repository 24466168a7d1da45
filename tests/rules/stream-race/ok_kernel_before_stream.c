#include "kernel_streams.h"

/* A blocking stream comes after the default stream's work, also work of before it was made; so does one made after a wait. */
int main(void)
{
    test_context();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0);
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, 0);
    cuCtxSynchronize();
    ON(NULL, fill, &x, &n, &v);
    cuStreamCreate(&a, CU_STREAM_DEFAULT);
    cuMemcpyDtoHAsync(host, x, 4096, a);
    cuStreamSynchronize(a);
    ON(NULL, fill, &x, &n, &v);
    cuStreamSynchronize(NULL);
    cuStreamCreate(&b, CU_STREAM_NON_BLOCKING);
    cuMemcpyDtoHAsync(host, x, 4096, b);
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
