/* The count is in elements of the wrong array: 400 bytes into an allocation of 40. */
#include "cuda_runtime.h"

#include <stdio.h>

int main(void)
{
    float samples[100] = { 0 };
    float *device = NULL;

    cudaMalloc((void **)&device, 10 * sizeof(float));
    cudaError_t error = cudaMemcpy(device, samples, sizeof samples, cudaMemcpyHostToDevice);
    printf("cudaMemcpy: %s\n", cudaGetErrorString(error));
    cudaFree(device);
    return 0;
}
