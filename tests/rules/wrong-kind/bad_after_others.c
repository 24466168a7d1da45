#include "cuda_runtime.h"

enum { PARTS = 16, PART = 4096 };

/* Parts go up; the last call has its two addresses in each other's place. */
int main(void)
{
    char *device, *pinned;
    cudaStream_t stream;
    cudaMalloc((void **)&device, PARTS * PART);
    cudaMallocHost((void **)&pinned, PARTS * PART);
    cudaStreamCreate(&stream);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(pinned, device, PART, cudaMemcpyHostToDevice, stream); // expect: wrong-kind arg=kind api=cudaMemcpyAsync severity=warning result=None
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    cudaFreeHost(pinned);
    return 0;
}
