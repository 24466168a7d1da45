// nvcc: -arch=sm_75
/* Block 0 reads, sets a flag behind a fence, and reads again: the flag tells of the first read only. */
#include <cuda_runtime.h>

__global__ void again(int *x, int *flag, int *out)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        int first = x[t];
        __threadfence();
        atomicAdd(flag, 1);
        out[t] = first + x[t];
    } else {
        while (atomicAdd(flag, 0) < (int)blockDim.x)
            ;
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
    cudaMemset(flag, 0, 4);
    again<<<2, 1>>>(x, flag, out); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 1024);
    cudaMemset(flag, 0, 4);
    again<<<2, 32>>>(x, flag, out); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(flag) | cudaFree(out));
}
