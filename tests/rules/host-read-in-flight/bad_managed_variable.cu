// A __managed__ variable that a kernel counts in, read before the kernel is over: atomic operations of the device wait for nobody.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int found;

__global__ void count(const int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && p[i] % 3 == 0)
        atomicAdd(&found, 1);
}

int main()
{
    enum { N = 1000 };
    int *p, values[N];
    for (int i = 0; i < N; i++)
        values[i] = i;
    cudaMalloc(&p, sizeof values);
    cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
    count<<<(N + 127) / 128, 128>>>(p, N); // site: related
    printf("%d\n", found); // expect: host-read-in-flight says=kernel_count
    cudaFree(p);
    return 0;
}
