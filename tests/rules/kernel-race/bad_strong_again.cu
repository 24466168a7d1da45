// nvcc: -arch=sm_75
/* A volatile read of the place does not hide the plain one before it. */
#include <cuda_runtime.h>

__global__ void word(int *x, int *out)
{
    if (!blockIdx.x) {
        if (!threadIdx.x) {
            out[0] = x[0];
            out[1] = *(volatile int *)x;
        }
    } else if (threadIdx.x == 3) {
        x[0] = 5;
    }
}

__global__ void row(int *x, int *out)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        out[64 + t] = x[t];
        out[64 + t] += *(volatile int *)&x[t];
    } else {
        x[t] = t + 7;
    }
}

int main()
{
    int *x, *out;
    cudaMalloc(&x, 8192);
    cudaMalloc(&out, 8192);
    cudaMemset(x, 0, 8192);
    cudaMemset(out, 0, 8192);
    word<<<2, 32>>>(x, out); // expect-soft: kernel-race severity=warning object=device-memory
    row<<<2, 64>>>(x, out); // expect-soft: kernel-race severity=warning object=device-memory
    row<<<2, 256>>>(x, out); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(out));
}
