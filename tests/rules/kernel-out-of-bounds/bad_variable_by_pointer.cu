// unseen on a GPU: who has the memory between variables is not known there
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__device__ int front[128], middle[128], back[128];
__device__ int *through = middle;

/* Where the address comes from only the memory knows: the space between variables shows it. */
__global__ void by_pointer(int i) { through[i] = 1; } // site-soft: kernel

int main()
{
    by_pointer<<<1, 1>>>(130); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_middle
    return cudaDeviceSynchronize();
}
