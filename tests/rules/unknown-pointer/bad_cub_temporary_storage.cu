// nvcc: -arch=sm_75 -std=c++17
// soft only: what lies that far past the end is for the driver to choose
#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime.h>

/* The host's part of CUB fills what lies past the end of the storage. */
int main()
{
    int n = 1 << 20, *in, *out;
    size_t few = 0, all = 0;
    void *temporary;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(in, 0, n * sizeof *in);
    cub::DeviceRadixSort::SortKeys(nullptr, few, in, out, 100);
    cub::DeviceRadixSort::SortKeys(nullptr, all, in, out, n);
    cudaMalloc(&temporary, few);
    cub::DeviceRadixSort::SortKeys(temporary, all, in, out, n); // expect: unknown-pointer api=cudaMemsetAsync says=temporary_storage_of_CUB
    cudaDeviceSynchronize();
    return 0;
}
