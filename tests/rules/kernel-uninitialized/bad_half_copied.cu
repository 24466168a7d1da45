// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void add(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* Half of it, or a third, is no number of elements. */
int main()
{
    static float host[1200];
    float *to, *from;
    cudaMalloc(&to, sizeof host);
    cudaMalloc(&from, sizeof host);
    cudaMemcpy(from, host, sizeof host / 2, cudaMemcpyHostToDevice);
    add<<<5, 256>>>(to, from, 1200); // expect-soft: kernel-uninitialized severity=warning arg=from unsaid=a_number_of_elements
    cudaDeviceSynchronize();
    return cudaFree(to) || cudaFree(from);
}
