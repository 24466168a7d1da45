// nvcc: -arch=sm_75
/* Reads in front of the fence only, and reads between two flags: each flag tells of all before it. */
#include <cuda_runtime.h>

__global__ void once(int *x, int *flag, int *out)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        out[t] = x[t];
        out[t] += x[t];
        __threadfence();
        __syncwarp();
        if (!t)
            atomicExch(flag, 1);
    } else {
        if (!t)
            while (!atomicExch(flag, 0))
                ;
        __syncwarp();
        __threadfence();
        x[t] = t + 1;
    }
}

__global__ void twice(int *x, int *flag, int *out)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        for (int k = 1; k <= 4; k++) {
            out[t] += x[t];
            __threadfence();
            __syncwarp();
            if (!t)
                atomicExch(flag, k);
        }
    } else {
        if (!t)
            while (atomicAdd(flag, 0) != 4)
                ;
        __syncwarp();
        __threadfence();
        x[t] = t + 1;
    }
}

int main()
{
    int *x, *flag, *out;
    cudaMalloc(&x, 1024);
    cudaMalloc(&flag, 4);
    cudaMalloc(&out, 1024);
    cudaMemset(x, 0, 1024);
    cudaMemset(out, 0, 1024);
    cudaMemset(flag, 0, 4);
    once<<<2, 32>>>(x, flag, out);
    cudaMemset(flag, 0, 4);
    twice<<<2, 32>>>(x, flag, out);
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(flag) | cudaFree(out));
}
