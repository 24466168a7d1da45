/* The width of a memset of rows is in bytes, and given in elements. */
// unseen on a GPU: memory counts as written after a memset of rows
#include "mutant.h"

__global__ void splat(float *image, size_t pitch, int width)
{
    float *row = (float *)((char *)image + blockIdx.x * pitch);
    for (int x = threadIdx.x; x < width; x += blockDim.x)
        row[x] += x;                    // site: kernel
}

int main()
{
    const int width = 100, height = 30;
    std::vector<float> got(width * height);
    float *image;
    size_t pitch;
    OK(cudaMallocPitch(&image, &pitch, width * sizeof(float), height));
    OK(cudaMemset2D(image, pitch, 0, width RIGHT(* sizeof(float)), height));
    splat<<<height, 64>>>(image, pitch, width);         // expect: kernel-uninitialized severity=warning
    finish();
    OK(cudaMemcpy2D(got.data(), width * 4, image, pitch, width * 4, height, cudaMemcpyDeviceToHost));
    release(image);
    return verdict(got[width * height - 1] == 99);
}
