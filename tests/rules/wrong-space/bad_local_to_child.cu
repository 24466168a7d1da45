// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
// soft only: what device code does is known there alone
/* The child would look into local memory of its own; that it does is the same mistake. */
#include <cuda_runtime.h>

__global__ void sum(const int *of, int *to) { *to = of[0] + of[1]; }

__global__ void parent(int *to)
{
    int pair[2] = { 1, 2 };
    int *volatile both = pair;
    sum<<<1, 1>>>(both, to);                                // site: kernel
    to[1] = both[1];
}

int main()
{
    int *to;
    if (cudaMalloc(&to, 2 * sizeof *to))
        return 1;
    parent<<<1, 1>>>(to);                                   // expect: wrong-space says=local_memory
    return cudaDeviceSynchronize();
}
