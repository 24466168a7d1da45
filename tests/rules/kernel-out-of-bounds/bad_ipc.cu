#include "../../include/two_processes.h"

#include <cuda_runtime.h>

__global__ void fill(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        p[i] = i; // site-soft: kernel
}

int main()
{
    cudaIpcMemHandle_t memory;
    void *at;
    if (split()) {
        take(&memory, sizeof memory);
        cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site-soft: created
        fill<<<9, 128>>>((int *)at, 1024); // expect-soft: kernel-out-of-bounds object=device-memory
        cudaDeviceSynchronize();
        meet();
        return 0;
    }
    cudaMalloc(&at, 4096);
    cudaIpcGetMemHandle(&memory, at);
    give(&memory, sizeof memory);
    meet();
    int status = join();
    cudaFree(at);
    return status;
}
