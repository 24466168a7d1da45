#include "cuda_runtime.h"

int main(void)
{
    char *image;
    cudaStream_t left, right;
    cudaMalloc((void **)&image, 64 * 64);
    cudaStreamCreate(&left);
    cudaStreamCreate(&right);
    cudaMemset2DAsync(image, 64, 1, 33, 64, left); // site: related
    cudaMemset2DAsync(image + 32, 64, 2, 32, 64, right); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    cudaFree(image);
    return 0;
}
