/* A stream is used after its destruction.  A real driver crashes here; inquest answers the call and explains it. */
#include "cuda_runtime.h"

#include <stdio.h>

static cudaStream_t stream;

static void shutdown_pipeline(void)
{
    cudaStreamDestroy(stream);
}

int main(void)
{
    cudaStreamCreate(&stream);
    shutdown_pipeline();
    printf("cudaStreamSynchronize: %s\n", cudaGetErrorString(cudaStreamSynchronize(stream)));
    return 0;
}
