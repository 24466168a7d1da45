// options: --fail cudaMalloc=cudaErrorMemoryAllocation
#include <cuda_runtime.h>

__global__ void fill(int *p) { p[threadIdx.x] = 1; }

int main()
{
    int *p = nullptr;
    cudaMalloc(&p, 64 * sizeof *p); // site-soft: related
    fill<<<1, 64>>>(p); // expect-soft: kernel-out-of-bounds says=made_to_fail_by_--fail
    return cudaDeviceSynchronize() == cudaSuccess; // expect-real: earlier-fault
}
