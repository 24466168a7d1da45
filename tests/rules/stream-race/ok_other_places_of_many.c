#include "cuda_runtime.h"

enum { PARTS = 32, PART = 4096 };

/* Parts of one buffer go up one after the other, and others come back on another stream meanwhile: the bytes between them are nobody's. */
int main(void)
{
    char *device, *pinned, *result;
    cudaStream_t up, down;
    cudaMalloc((void **)&device, PARTS * PART);
    cudaMallocHost((void **)&pinned, PARTS * PART);
    cudaMallocHost((void **)&result, PARTS * PART);
    cudaMemset(device, 0, PARTS * PART);
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART - i, cudaMemcpyHostToDevice, up);
    for (int i = 1; i < PARTS; i++)
        cudaMemcpyAsync(result + i * PART, device + (i + 1) * PART - i, (size_t)i, cudaMemcpyDeviceToHost, down);
    cudaDeviceSynchronize();
    cudaStreamDestroy(up);
    cudaStreamDestroy(down);
    cudaFree(device);
    cudaFreeHost(pinned);
    cudaFreeHost(result);
    return 0;
}
