// nvcc: -arch=sm_75 -std=c++17
#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>

/* The storage has the size for fewer elements than are scanned.  Two kernels go past its end: one mistake. */
int main()
{
    int n = 1 << 20, *in, *out;
    size_t few = 0, all = 0;
    void *temporary;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(in, 0, n * sizeof *in);
    cub::DeviceScan::ExclusiveSum(nullptr, few, in, out, 1000);
    cub::DeviceScan::ExclusiveSum(nullptr, all, in, out, n);
    cudaMalloc(&temporary, few); // site-soft: created
    cub::DeviceScan::ExclusiveSum(temporary, all, in, out, n); // expect-soft: kernel-out-of-bounds says=temporary_storage_of_CUB says=with_the_same_arguments
    cudaDeviceSynchronize();
    return cudaFree(in) || cudaFree(out) || cudaFree(temporary);
}
