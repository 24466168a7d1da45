#include <cuda_runtime.h>

#include "../../include/lent_memory.h"

__global__ void fill(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        p[i] = i; // site-soft: kernel
}

int main()
{
    if (!split())
        return lend();
    cudaIpcMemHandle_t memory = lent();
    void *at;
    cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site-soft: created
    fill<<<9, 128>>>((int *)at, 1024); // expect-soft: kernel-out-of-bounds object=device-memory
    cudaDeviceSynchronize();
    meet();
    return 0;
}
