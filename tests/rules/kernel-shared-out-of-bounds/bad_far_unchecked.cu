// options: --kernel-checks none
// soft only: where the window of shared memory ends is the device's affair
/* Without checks shared memory still has its bounds: what leaves them is a fault of the kernel, not of the process. */
#include <cuda_runtime.h>

__global__ void fill(int *to, int far)
{
    __shared__ int some[32];
    some[threadIdx.x] = 1;
    __syncthreads();
    *to = some[far];                                        // site: kernel
}

int main()
{
    int *to;
    if (cudaMalloc(&to, sizeof *to))
        return 1;
    fill<<<1, 32>>>(to, 100000000);                         // expect: kernel-shared-out-of-bounds
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
