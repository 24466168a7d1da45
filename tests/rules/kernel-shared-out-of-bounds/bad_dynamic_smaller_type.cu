// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* The launch counts in floats what the kernel uses as doubles: bytes, but too few. */
__global__ void reverse(double *out)
{
    extern __shared__ double tile[];
    tile[threadIdx.x] = threadIdx.x; // site-soft: kernel
    __syncthreads();
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    double *out;
    cudaMalloc(&out, 512 * sizeof(double));
    reverse<<<1, 512, 512 * sizeof(float)>>>(out); // expect-soft: kernel-shared-out-of-bounds says=these_are_4_for_each_of_its_512_threads,_and_an_element_that_it_accesses_has_8 unsaid=a_number_of_elements
    cudaDeviceSynchronize();
    return 0;
}
