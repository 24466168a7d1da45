/* The first of several allocations fails; the ones behind it succeed. */
// soft only: a GPU tells of the fault of the kernel only later
#include <cuda_runtime.h>

__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }

int main()
{
    int *big = 0, *from, *other;
    cudaMalloc(&big, (size_t)1 << 50); // site: related
    cudaMalloc(&from, 128);
    cudaMalloc(&other, 128);
    cudaMemset(from, 0, 128);
    cudaMemcpy(other, from, 128, cudaMemcpyDeviceToDevice);
    cudaMemset(big, 0, 128); // expect: unchecked-error api=cudaMemset arg=devPtr
    copy<<<1, 32>>>(big, from);
    cudaDeviceSynchronize();
    return 0;
}
