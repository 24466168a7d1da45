// nvcc: -G
// soft only: where the window of shared memory begins is the device's affair
/* In debug builds all addresses are generic: those in front of the window mean shared memory, too. */
#include <cuda_runtime.h>

__global__ void sum(int *to, int first)
{
    __shared__ int some[32];
    some[threadIdx.x] = 1;
    __syncthreads();
    *to = some[first] + some[first + 1];                    // site: kernel
}

int main()
{
    int *to;
    if (cudaMalloc(&to, sizeof *to))
        return 1;
    sum<<<1, 32>>>(to, -1);                                 // expect: kernel-shared-out-of-bounds says=-0x4
    return cudaDeviceSynchronize() == cudaSuccess;
}
