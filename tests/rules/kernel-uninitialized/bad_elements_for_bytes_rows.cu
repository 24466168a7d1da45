// nvcc: -arch=sm_75 -lineinfo
// unseen on a GPU: a copy of rows counts as writing all of the memory
/* The width of a copy of rows is a number of floats; the pitches are right. */
#include <cuda_runtime.h>

__global__ void halve(float *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float *row = (float *)((char *)image + y * pitch);
    if (x < width && y < height)
        row[x] = row[x] / 2;
}

int main()
{
    const int width = 200, height = 30;
    static float host[height][width];
    float *image;
    size_t pitch;
    cudaMallocPitch(&image, &pitch, width * sizeof *image, height);
    cudaMemcpy2D(image, pitch, host, sizeof host[0], width, height, cudaMemcpyHostToDevice); // site-soft: related
    halve<<<dim3((width + 63) / 64, height), 64>>>(image, pitch, width, height); // expect-soft: kernel-uninitialized severity=warning arg=image says=cudaMemcpy2D_wrote_only_the_first_200_bytes_of_each_row,_but_200_elements_have_800_bytes
    return cudaDeviceSynchronize() || cudaFree(image);
}
