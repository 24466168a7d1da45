/* Results are to be fetched, but the direction is that of an upload. */
#include "cuda_runtime.h"

#include <stdio.h>

int main(void)
{
    float results[64];
    float *device = NULL;

    cudaMalloc((void **)&device, sizeof results);
    cudaMemset(device, 0, sizeof results);
    cudaError_t error = cudaMemcpy(results, device, sizeof results, cudaMemcpyHostToDevice);
    printf("cudaMemcpy: %s\n", cudaGetErrorString(error));
    cudaFree(device);
    return 0;
}
