#include "kernel_streams.h"

/* One base pointer, and an offset that tells the streams' parts apart. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at"), copy = plain_kernel("copy");
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    char *host = NULL;
    cuMemHostAlloc((void **)&host, 4096, 0);
    cuCtxSynchronize();
    unsigned offsets[2] = { 0, 512 };
    for (int i = 0; i < 2; i++) {
        CUstream s = i ? b : a;
        cuMemcpyHtoDAsync(x + offsets[i] * 4, host + offsets[i] * 4, 64, s);
        ON(s, fill_at, &x, &offsets[i], &n);
        cuMemcpyDtoHAsync(host + offsets[i] * 4, x + offsets[i] * 4, 64, s);
    }
    (void)copy, (void)y;
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
