#include "cuda_runtime.h"

enum { PARTS = 16, PART = 4096 };

/* The parts are a byte further from each other than the buffer has room for: the last one does not fit. */
int main(void)
{
    char *device, *pinned;
    cudaStream_t stream;
    cudaMalloc((void **)&device, PARTS * PART);
    cudaMallocHost((void **)&pinned, PARTS * PART);
    cudaStreamCreate(&stream);
    for (int i = 0; i < PARTS - 1; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * (PART + 1), PART, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(device + (PARTS - 1) * PART, pinned + (PARTS - 1) * (PART + 1), PART, cudaMemcpyHostToDevice, stream); // expect: range-overflow api=cudaMemcpyAsync result=1
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    cudaFreeHost(pinned);
    return 0;
}
