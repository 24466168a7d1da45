/* A failure whose result is read: the program goes on with less. */
#include <cuda_runtime.h>

__global__ void copy(int *to, const int *from)
{
    if (to)
        to[threadIdx.x] = from[threadIdx.x];
}

int main()
{
    int *big = 0, *from;
    if (cudaMalloc(&big, (size_t)1 << 50) != cudaSuccess) {
        cudaGetLastError();
        big = 0;
    }
    cudaMalloc(&from, 128);
    cudaMemset(from, 0, 128);
    copy<<<1, 32>>>(big, from);
    if (cudaDeviceSynchronize())
        return 1;
    cudaFree(from);
    cudaFree(big);
    return 0;
}
