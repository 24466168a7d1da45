/* Width and height of a copy of rows are exchanged. */
#include "mutant.h"

__global__ void brighten(unsigned char *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height)
        image[y * pitch + x] += 1;
}

int main()
{
    const size_t width = 300, height = 40;
    std::vector<unsigned char> pixels(width * height, 5), got(width * height);
    unsigned char *image;
    size_t pitch;
    OK(cudaMallocPitch(&image, &pitch, width, height));
    OK(cudaMemset2D(image, pitch, 0, width, height));
    OK(cudaMemcpy2D(image, pitch, pixels.data(), width, BUG(height, width) RIGHT(width, height), cudaMemcpyHostToDevice));      // expect: region-overflow
    brighten<<<dim3(3, height), 128>>>(image, pitch, width, height);
    finish();
    OK(cudaMemcpy2D(got.data(), width, image, pitch, width, height, cudaMemcpyDeviceToHost));
    release(image);
    return verdict(got[0] == 6 && got[width * height - 1] == 6);
}
