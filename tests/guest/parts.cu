/* A program of one object with -rdc=true, whose kernel leaves its memory if it is asked to. */
#include <cstdio>
#include <cstdlib>

__device__ int factor[16];
__device__ __noinline__ int times(int value, int k) { return value * factor[k]; }
__global__ void scale(int *p, int n)
{
    int i = threadIdx.x;
    if (i < n)
        p[i] = times(i, 3);
}

int main(int argc, char **argv)
{
    int *p, host[32] = { 0, 1, 2, 7 };
    cudaMalloc(&p, sizeof host);
    cudaMemcpyToSymbol(factor, host, sizeof factor);
    scale<<<1, 64>>>(p, argc > 1 ? atoi(argv[1]) : 32);
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(p);
    printf("%d %d\n", host[3], host[31]);
}
