/* An exchange reads what it replaces. */
#include <cuda_runtime.h>

__global__ void swap(int *p, int *to) { to[threadIdx.x] = atomicExch(p + threadIdx.x, 1); }

int main(void)
{
    int *p, *to;
    cudaMalloc(&p, 128); // site: created
    cudaMalloc(&to, 128);
    swap<<<1, 32>>>(p, to); // expect-soft: kernel-uninitialized severity=warning says=read_4_bytes
    return cudaDeviceSynchronize();
}
