// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void use(int *p, int n)
{
    int i = threadIdx.x;
    if (p[i] > n) // site-soft: kernel
        p[i] = n;
    p[n] = i;
}

int main()
{
    int *p, *in_use;
    cudaMalloc(&in_use, 400);
    cudaMalloc(&p, 400); // site-soft: created
    cudaMemset(p, 0x7f, 400);
    cudaFree(p); // site-soft: destroyed
    use<<<1, 1>>>(p, 50); // expect-soft: kernel-use-after-free object=device-memory state=freed
    cudaDeviceSynchronize();
    return 0;
}
