/* The size of dynamic shared memory is given in elements. */
#include "mutant.h"

__global__ void reverse_block(int *a)
{
    extern __shared__ int row[];
    row[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];        // site: kernel
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = row[blockDim.x - 1 - threadIdx.x];       // site: kernel
}

int main()
{
    const int n = 1024, block = 128;
    int *a = upload(numbers<int>(n));
    reverse_block<<<n / block, block, block RIGHT(* sizeof(int))>>>(a);         // expect: kernel-shared-out-of-bounds
    finish();
    std::vector<int> got = download(a, n);
    release(a);
    return verdict(got[0] == 127 % 97 && got[127] == 0);
}
