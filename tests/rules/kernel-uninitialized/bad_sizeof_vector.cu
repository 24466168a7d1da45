// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>
#include <vector>

__global__ void add(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* sizeof of the vector's object, and of the pointer. */
int main()
{
    std::vector<int> host(512, 1);
    int *to, *from, *elements = host.data();
    cudaMalloc(&to, 2048);
    cudaMalloc(&from, 2048);
    cudaMemcpy(from, host.data(), sizeof host, cudaMemcpyHostToDevice); // site-soft: related
    add<<<4, 128>>>(to, from, 512); // expect-soft: kernel-uninitialized severity=warning arg=from says=cudaMemcpy_wrote_only_the_first_24_bytes,_the_size_of_the_object_of_a_std::vector gpu-says=that_nothing_has_written
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaMalloc(&from, 2048);
    cudaMemcpy(from, elements, sizeof elements, cudaMemcpyHostToDevice);
    add<<<4, 128>>>(to, from, 512); // expect-soft: kernel-uninitialized severity=warning arg=from says=cudaMemcpy_wrote_only_the_first_8_bytes,_the_size_of_a_pointer gpu-says=that_nothing_has_written
    cudaDeviceSynchronize();
    return cudaFree(to) || cudaFree(from);
}
