/* The old value decides, so that it is read. */
#include <cuda_runtime.h>

__global__ void enter(int *lock, int *who)
{
    if (!atomicExch(lock, 1))
        *who = threadIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}

int main(void)
{
    int *lock, *who;
    cudaMalloc(&lock, 4); // site: created
    cudaMalloc(&who, 4);
    enter<<<1, 1>>>(lock, who); // expect-soft: kernel-uninitialized severity=warning says=read_4_bytes
    return cudaDeviceSynchronize() || cudaFree(lock) || cudaFree(who);
}
