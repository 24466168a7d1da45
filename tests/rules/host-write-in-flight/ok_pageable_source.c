#include "cuda_runtime.h"

static char host[4096];

/* A source in pageable memory is staged before the call returns: it is free again. */
int main(void)
{
    char *device, back[4096];
    cudaStream_t s;
    cudaMalloc((void **)&device, sizeof host);
    cudaStreamCreate(&s);
    for (int i = 1; i < 4; i++) {
        host[0] = (char)i;
        cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, s);
        host[0] = 100;
        cudaMemcpyAsync(back, device, sizeof back, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        if (back[0] != i)
            return 1;
    }
    cudaFree(device);
    return 0;
}
