// nvcc: -arch=sm_75
/* What was announced with a fence is stored once more as it is, without a word to others who read it meanwhile: they read the same.  And blocks that all
 * store one value, and look at it. */
#include <cuda_runtime.h>

__global__ void again(int *x, int *flag, int *out, int step)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        x[t * step] = t + 1;
        __threadfence();
        __syncthreads();
        if (!t)
            atomicExch(flag, 1);
        __syncthreads();
        for (int k = 0; k < 3; k++) {
            x[t * step] = t + 1;
            __syncthreads();
        }
        if (!t)
            atomicExch(flag + 1, 1);
    } else {
        if (!t)
            while (!atomicAdd(flag + (blockIdx.x == 1), 0))
                ;
        __syncthreads();
        out[blockIdx.x * 1024 + t] = x[t * step];
    }
}

__global__ void everybody(int *x, int *out)
{
    *x = 7;
    out[blockIdx.x * 1024 + threadIdx.x] = *x;
}

int main()
{
    int *x, *out, *flags;
    cudaMalloc(&x, 65536);
    cudaMalloc(&out, 65536);
    cudaMalloc(&flags, 1024);
    cudaMemset(flags, 0, 1024);
    cudaMemset(x, 0, 65536);
    again<<<3, 256>>>(x, flags, out, 1);
    cudaMemset(x, 0, 65536);
    again<<<3, 64>>>(x, flags + 2, out, 1);
    cudaMemset(x, 0, 65536);
    again<<<3, 64>>>(x, flags + 4, out, 7);
    everybody<<<4, 64>>>(x, out);
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(out) | cudaFree(flags));
}
