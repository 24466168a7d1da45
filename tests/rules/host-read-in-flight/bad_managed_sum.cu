// The host adds up what a kernel writes to managed memory, and nothing waits between.
#include <cuda_runtime.h>

__global__ void scale(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

int main()
{
    enum { N = 5000 };
    int *p;
    volatile long sum = 0;
    cudaMallocManaged(&p, N * sizeof *p);
    for (int i = 0; i < N; i++)
        p[i] = i;
    scale<<<(N + 255) / 256, 256>>>(p, N); // site: related
    for (int i = 0; i < N; i++)
        sum += p[i]; // expect: host-read-in-flight says=kernel_scale
    cudaFree(p);
    return sum < 0;
}
