// nvcc: -arch=sm_75
/* A thread stores what another one has stored, and then something else. */
#include <cuda_runtime.h>

__global__ void store(int *x, volatile int *flag)
{
    if (blockIdx.x) {
        if (!threadIdx.x) {
            x[0] = 6;
            *flag = 1;
        }
    } else if (!threadIdx.x) {
        while (!*flag)
            ;
        x[0] = 6;
        asm volatile("" ::: "memory");
        x[0] = 3;
    }
}

int main()
{
    int *x, *flag;
    cudaMalloc(&x, 1024);
    cudaMalloc(&flag, 1024);
    cudaMemset(x, 0, 1024);
    cudaMemset(flag, 0, 1024);
    store<<<2, 32>>>(x, flag); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(flag));
}
