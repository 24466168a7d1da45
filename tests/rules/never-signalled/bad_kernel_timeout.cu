// options: --kernel-timeout 1
// soft only: a GPU without a display has no time limit for kernels
// nvcc: -arch=compute_75 -lineinfo
#include <cuda_runtime.h>

__global__ void wait_for(volatile int *flag)
{
    while (!*flag) // site: kernel
        continue;
}

int main()
{
    int *flag;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    wait_for<<<1, 1>>>(flag); // expect: never-signalled says=ran_longer_than_--kernel-timeout
    return cudaDeviceSynchronize() == cudaSuccess;
}
