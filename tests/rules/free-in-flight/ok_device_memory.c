#include "cuda_runtime.h"

/* cudaFree waits for the work that uses the memory. */
int main(void)
{
    char *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, 1 << 16);
    cudaStreamCreate(&s);
    cudaMemsetAsync(device, 1, 1 << 16, s);
    cudaFree(device);
    cudaStreamSynchronize(s);
    return 0;
}
