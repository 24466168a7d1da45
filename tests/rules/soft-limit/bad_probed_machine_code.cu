// nvcc: -gencode arch=compute_90,code=sm_90 -gencode arch=compute_100,code=sm_100
// soft only: a GPU of compute capability 9.0 runs it
#include <cstdio>

__global__ void fill(int *to) { to[threadIdx.x] = 1; }

/* As libraries do: the kernel is asked about, and what comes of it is cleared; other calls of this kind succeed. */
int main()
{
    int *memory, host[32] = { 0 };
    cudaFuncAttributes attributes;
    if (cudaFuncGetAttributes(&attributes, fill) != cudaSuccess) // expect: soft-limit severity=warning says=a_limit_of_the_software_device
        cudaGetLastError();
    cudaLibrary_t library;
    cudaKernel_t other;
    if (cudaLibraryLoadData(&library, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry other(){ret;}\n", NULL, NULL, 0, NULL, NULL, 0) ||
        cudaLibraryGetKernel(&other, library, "other") || cudaFuncGetAttributes(&attributes, (const void *)other))
        return 1;
    cudaMalloc(&memory, sizeof host);
    cudaMemset(memory, 0, sizeof host);
    cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    cudaLibraryUnload(library);
    return 0;
}
