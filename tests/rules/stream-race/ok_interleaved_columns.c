#include "cuda_runtime.h"

/* Two rectangles side by side in one pitched image: their bounding ranges overlap, their bytes do not. */
int main(void)
{
    char *image;
    cudaStream_t left, right;
    cudaMalloc((void **)&image, 64 * 64);
    cudaStreamCreate(&left);
    cudaStreamCreate(&right);
    cudaMemset2DAsync(image, 64, 1, 32, 64, left);
    cudaMemset2DAsync(image + 32, 64, 2, 32, 64, right);
    cudaDeviceSynchronize();
    cudaFree(image);
    return 0;
}
