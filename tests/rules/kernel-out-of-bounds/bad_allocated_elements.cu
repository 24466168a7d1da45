// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* As many bytes as elements, of two bytes each. */
__global__ void fill(short *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = 1; // site-soft: kernel
}

int main()
{
    short *values;
    cudaMalloc(&values, 512); // site-soft: created
    fill<<<4, 128>>>(values, 512); // expect-soft: kernel-out-of-bounds says=an_argument_of_the_kernel_is_512_as_well,_and_512_elements_of_2_bytes_have_1024_bytes gpu-says=512_bytes_of_memory
    cudaDeviceSynchronize();
    return 0;
}
