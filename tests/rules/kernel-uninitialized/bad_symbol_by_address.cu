// unseen on a GPU: who writes to variables of modules is not followed there
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>
#include <vector>

__device__ int limits[1024];

__global__ void clamp(int *values)
{
    if (values[threadIdx.x] > limits[threadIdx.x])
        values[threadIdx.x] = limits[threadIdx.x];
}

/* By its address, from a vector that is gone when the kernel runs. */
int main()
{
    int *values;
    void *address;
    cudaMalloc(&values, 1024 * sizeof *values);
    cudaMemset(values, 1, 1024 * sizeof *values);
    cudaGetSymbolAddress(&address, limits);
    {
        std::vector<int> host(1024, 5);
        cudaMemcpy(address, host.data(), host.size(), cudaMemcpyHostToDevice); // site-soft: related
    }
    clamp<<<1, 1024>>>(values); // expect-soft: kernel-uninitialized severity=warning says=cudaMemcpy_wrote_only_the_first_1024_bytes,_but_1024_elements_have_4096_bytes
    return cudaDeviceSynchronize() || cudaFree(values);
}
