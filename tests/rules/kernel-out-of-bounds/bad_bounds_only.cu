// options: --kernel-checks bounds
/* Leaving out races and uninitialized memory leaves bounds in. */
#include <cuda_runtime.h>

__global__ void fill(int *to, int *sum, int n)
{
    to[threadIdx.x] = n;                                    // site-soft: kernel
    *sum += to[threadIdx.x];
}

int main()
{
    int *to, *sum;
    if (cudaMalloc(&to, 31 * sizeof *to) || cudaMalloc(&sum, sizeof *sum))
        return 1;
    fill<<<1, 32>>>(to, sum, 3);                            // expect-soft: kernel-out-of-bounds object=device-memory
    return cudaDeviceSynchronize();
}
