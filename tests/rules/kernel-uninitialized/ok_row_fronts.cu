// nvcc: -arch=sm_75 -lineinfo
/* Of each row the front is copied, and the kernel uses no more. */
#include <cuda_runtime.h>

__global__ void halve(float *image, size_t pitch, int width)
{
    float *row = (float *)((char *)image + blockIdx.x * pitch);
    for (int x = threadIdx.x; x < width; x += blockDim.x)
        row[x] = row[x] / 2;
}

int main()
{
    const int width = 200, height = 30;
    static float host[height][width];
    float *image;
    size_t pitch;
    cudaMallocPitch(&image, &pitch, width * sizeof *image, height);
    cudaMemcpy2D(image, pitch, host, sizeof host[0], width, height, cudaMemcpyHostToDevice);
    halve<<<height, 64>>>(image, pitch, width / 4);
    return cudaDeviceSynchronize() || cudaFree(image);
}
