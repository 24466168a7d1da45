// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* The allocation is right, and one element is beyond it: nothing was counted wrongly. */
__global__ void fill(short *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        values[i] = 1; // site-soft: kernel
}

int main()
{
    short *values;
    cudaMalloc(&values, 512 * sizeof *values); // site-soft: created
    fill<<<5, 128>>>(values, 512); // expect-soft: kernel-out-of-bounds says=directly_after_the_end_of_1024_bytes unsaid=elements_and_bytes
    cudaDeviceSynchronize();
    return 0;
}
