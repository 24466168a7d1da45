#include <stdio.h>
#include "cuda_runtime.h"

/* On a GPU all of these lie in one page: only what is copied to may not be touched. */
int main(void)
{
    int *device, *loss, *steps, *zero;
    cudaStream_t s;
    cudaMallocHost((void **)&loss, sizeof *loss);
    cudaMallocHost((void **)&steps, sizeof *steps);
    cudaMallocHost((void **)&zero, sizeof *zero);
    cudaMalloc((void **)&device, sizeof *device);
    cudaStreamCreate(&s);
    *zero = *steps = 0;
    for (int i = 0; i < 20; i++) {
        cudaMemcpyAsync(device, zero, sizeof *zero, cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(loss, device, sizeof *loss, cudaMemcpyDeviceToHost, s);
        ++*steps;
        cudaStreamSynchronize(s);
        if (*loss || *steps != i + 1)
            return 1;
    }
    return 0;
}
