// nvcc: -arch=sm_75 -std=c++17
#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime.h>

/* CUB refuses the storage, and the host's part goes on without one. */
int main()
{
    int n = 1 << 20, *in, *out;
    size_t few = 0;
    void *temporary;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(in, 0, n * sizeof *in);
    cub::DeviceRadixSort::SortKeys(nullptr, few, in, out, 100);
    cudaMalloc(&temporary, few);
    cub::DeviceRadixSort::SortKeys(temporary, few, in, out, n); // expect: null-pointer api=cudaMemsetAsync says=temporary_storage_of_CUB
    cudaDeviceSynchronize();
    return cudaFree(in) || cudaFree(out) || cudaFree(temporary);
}
