// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
// soft only: what device code does is known there alone
/* Nothing tells the host that a kernel's own launch failed. */
#include <cuda_runtime.h>

__global__ void fill(int *to) { to[threadIdx.x] = 1; }

__global__ void parent(int *to, int n)
{
    fill<<<1, n>>>(to);                                     // site: kernel
}

int main()
{
    int *to;
    if (cudaMalloc(&to, 4096 * sizeof *to))
        return 1;
    parent<<<1, 1>>>(to, 4096);                             // expect: launch-dimensions says=cudaErrorInvalidConfiguration
    return cudaDeviceSynchronize();
}
