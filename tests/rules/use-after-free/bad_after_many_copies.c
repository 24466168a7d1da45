#include "cuda_runtime.h"

enum { PARTS = 16, PART = 4096 };

/* Parts go up, each to its place; the buffer is freed, and one more part goes there. */
int main(void)
{
    char *device, *pinned;
    cudaStream_t stream;
    cudaMalloc((void **)&device, PARTS * PART);
    cudaMallocHost((void **)&pinned, PARTS * PART);
    cudaStreamCreate(&stream);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    cudaFree(device);
    cudaMemcpyAsync(device + PART, pinned, PART / 2, cudaMemcpyHostToDevice, stream); // expect: use-after-free api=cudaMemcpyAsync
    cudaStreamDestroy(stream);
    cudaFreeHost(pinned);
    return 0;
}
