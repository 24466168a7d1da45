#include "cuda_runtime.h"

enum { PARTS = 32, PART = 4096 };

/* Parts of one buffer go up one after the other; one of them comes back on another stream too early. */
int main(void)
{
    char *device, *pinned, *result;
    cudaStream_t up, down;
    cudaMalloc((void **)&device, PARTS * PART);
    cudaMallocHost((void **)&pinned, PARTS * PART);
    cudaMallocHost((void **)&result, PARTS * PART);
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    for (int i = 0; i < PARTS; i++)
        if (i == PARTS - 4)
            cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, up); // site: related
        else
            cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART - i, cudaMemcpyHostToDevice, up);
    cudaMemcpyAsync(result, device + (PARTS - 3) * PART - 1, 1, cudaMemcpyDeviceToHost, down); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    cudaStreamDestroy(up);
    cudaStreamDestroy(down);
    cudaFree(device);
    cudaFreeHost(pinned);
    cudaFreeHost(result);
    return 0;
}
