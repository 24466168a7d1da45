/* Blocks work in place and look at their neighbour's last element, which the neighbour writes back as it was (thrust::unique without
 * duplicates): whoever comes first, the same is read. */
#include <cuda_runtime.h>

__global__ void keep(int *all, int *steps, int scattered)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = all[i];
    if (threadIdx.x == 0 && blockIdx.x)
        steps[blockIdx.x] = all[i - 1] != mine;
    __syncthreads();
    if (!scattered || threadIdx.x % 3)
        all[i] = mine;
}

int main()
{
    enum { N = 8 * 256 };
    int *all, *steps, host[N];
    for (int i = 0; i < N; i++)
        host[i] = i;
    if (cudaMalloc(&all, sizeof host) || cudaMalloc(&steps, 32 * sizeof *steps))
        return 1;
    cudaMemcpy(all, host, sizeof host, cudaMemcpyHostToDevice);
    keep<<<8, 256>>>(all, steps, 0);
    keep<<<32, 64>>>(all, steps, 1);
    cudaError_t failed = cudaDeviceSynchronize();
    cudaFree(all);
    cudaFree(steps);
    return failed;
}
