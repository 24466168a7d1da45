#include "kernel_streams.h"

/* Many streams, each with a slice of one block that an argument chooses: filled, used again and copied without a wait for the others. */
int main(void)
{
    enum { STREAMS = 6, SLICE = 16 };
    CUstream streams[STREAMS];
    two_streams();
    CUfunction fill_at = more_kernel("fill_at"), copy = plain_kernel("copy");
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    char *host = NULL;
    cuMemHostAlloc((void **)&host, 4096, 0);
    memset(host, 0, 4096);
    cuCtxSynchronize();
    for (int k = 0; k < STREAMS; k++)
        cuStreamCreate(&streams[k], CU_STREAM_NON_BLOCKING);
    for (int round = 0; round < 3; round++)
        for (unsigned k = 0; k < STREAMS; k++) {
            unsigned offset = k * SLICE;
            CUdeviceptr from = x + offset * 4, to = y + offset * 4;
            cuMemcpyHtoDAsync(from, host + offset * 4, SLICE * 4, streams[k]);
            ON(streams[k], fill_at, &x, &offset, &n);
            cuMemcpyDtoDAsync(to, from, SLICE * 4, streams[k]);
            cuMemcpyDtoHAsync(host + offset * 4, to, SLICE * 4, streams[k]);
        }
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
