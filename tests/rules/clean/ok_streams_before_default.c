#include "cuda_runtime.h"

enum { STREAMS = 100 };

/* More streams than are told apart, then the default stream for the first time, then as many again. */
int main(void)
{
    static cudaStream_t streams[2 * STREAMS];
    char *memory;
    int failed = cudaMalloc((void **)&memory, 2 * STREAMS * 256);
    for (int i = 0; i < 2 * STREAMS; i++) {
        failed |= cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        failed |= cudaMemsetAsync(memory + i * 256, 0, 256, streams[i]);
        if (i >= STREAMS)
            failed |= cudaMemsetAsync(memory + (i - STREAMS) * 256, 0, 256, streams[i - STREAMS]);
        else if (i == STREAMS - 1)
            failed |= cudaDeviceSynchronize() || cudaMemsetAsync(memory, 1, 256, NULL) || cudaStreamSynchronize(NULL);
    }
    failed |= cudaDeviceSynchronize();
    for (int i = 0; i < 2 * STREAMS; i++)
        failed |= cudaStreamDestroy(streams[i]);
    return failed || cudaFree(memory);
}
