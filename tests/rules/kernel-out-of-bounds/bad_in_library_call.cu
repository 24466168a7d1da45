/* The access is in an inlined function of the toolkit, called by one of the program, twice from different lines. */
#include <cuda_runtime.h>
#include <cuda/atomic>

__device__ void add(int *where, int n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(*where);
    sum.fetch_add(n, cuda::memory_order_relaxed);           // site-soft: kernel
}

__global__ void count(int *sums, int n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> first(sums[0]);
    first.fetch_add(1, cuda::memory_order_relaxed);
    add(sums + threadIdx.x / 8, n);
}

int main()
{
    int *sums;
    if (cudaMalloc(&sums, 7 * sizeof *sums) || cudaMemset(sums, 0, 7 * sizeof *sums))
        return 1;
    count<<<1, 64>>>(sums, 2);                              // expect-soft: kernel-out-of-bounds object=device-memory
    return cudaDeviceSynchronize();
}
