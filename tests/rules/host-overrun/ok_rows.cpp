/* Rows one by one, and an array of their addresses for itself. */
#include "cuda_runtime.h"
#include <vector>

int main()
{
    char *device;
    float **heap = new float *[16], *local[16];
    std::vector<std::vector<float>> vectors(16, std::vector<float>(64));
    int error = cudaMalloc((void **)&device, 4096);
    for (int i = 0; i < 16; i++) {
        local[i] = heap[i] = new float[64]();
        error |= cudaMemcpy(device + 256 * i, heap[i], 256, cudaMemcpyHostToDevice);
        error |= cudaMemcpy(device + 256 * i, vectors[i].data(), 256, cudaMemcpyHostToDevice);
    }
    error |= cudaMemcpy(device, heap, 16 * sizeof *heap, cudaMemcpyHostToDevice);
    error |= cudaMemcpy(device, local, sizeof local, cudaMemcpyHostToDevice);
    for (int i = 0; i < 16; i++)
        delete[] local[i];
    delete[] heap;
    return error | cudaFree(device);
}
