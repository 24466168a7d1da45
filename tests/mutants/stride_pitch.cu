/* Rows with a pitch in bytes, which is added to a pointer to floats. */
#include "mutant.h"

__global__ void scale(float *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float *row = RIGHT((float *)((char *)image + y * pitch)) BUG(image + y * pitch);
    if (x < width && y < height)
        row[x] *= 2;                    // site: kernel
}

int main()
{
    const int width = 200, height = 50;
    std::vector<float> pixels = numbers<float>(width * height), got(width * height);
    size_t pitch, bytes = width * sizeof(float);
    float *image;
    OK(cudaMallocPitch(&image, &pitch, bytes, height));
    OK(cudaMemcpy2D(image, pitch, pixels.data(), bytes, bytes, height, cudaMemcpyHostToDevice));
    scale<<<dim3(2, height), 128>>>(image, pitch, width, height);       // expect: kernel-out-of-bounds
    finish();
    OK(cudaMemcpy2D(got.data(), bytes, image, pitch, bytes, height, cudaMemcpyDeviceToHost));
    release(image);
    return verdict(got[1] == 2 && got[width * height - 1] == 2 * pixels[width * height - 1]);
}
