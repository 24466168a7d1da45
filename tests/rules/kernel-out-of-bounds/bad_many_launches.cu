// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void wait(const volatile int *go, int *out)
{
    int rounds = 0;
    while (!*go && rounds < 400000)
        rounds++;
    *out = rounds;
}

__global__ void store(int *p, int i) { p[i] = 1; } // site-soft: kernel

/* Thousands of launches are on their way before the first of them runs: it is one mistake all the same. */
int main()
{
    int *go, *p;
    cudaHostAlloc(&go, 4, cudaHostAllocMapped);
    cudaMalloc(&p, 256);
    *go = 0;
    wait<<<1, 1>>>(go, p);
    for (int i = 0; i < 3000; i++)
        store<<<1, 1>>>(p, 64); // expect-soft: kernel-out-of-bounds arg=p object=device-memory
    *(volatile int *)go = 1;
    return cudaDeviceSynchronize() || cudaFree(p) || cudaFreeHost(go);
}
