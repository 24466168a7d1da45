// nvcc: -G
/* In a debug build __trap is a function without lines of its own: the call is what counts. */
#include <cuda_runtime.h>

__global__ void stop(int limit)
{
    if (threadIdx.x == limit)
        __trap();                                           // site-soft: kernel
}

int main()
{
    stop<<<1, 64>>>(40);                                    // expect-soft: kernel-trap api=cudaLaunchKernel
    cudaDeviceSynchronize();                                // expect-real: earlier-fault
}
