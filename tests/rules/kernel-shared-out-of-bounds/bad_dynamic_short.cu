// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* Two arrays in dynamic shared memory, and room for one and a half: no number of elements. */
__global__ void both(double *out)
{
    extern __shared__ double tile[];
    tile[threadIdx.x] = tile[64 + threadIdx.x] = 1; // site-soft: kernel
    __syncthreads();
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

int main()
{
    double *out;
    cudaMalloc(&out, 64 * sizeof *out);
    both<<<1, 64, 100 * sizeof(double)>>>(out); // expect-soft: kernel-shared-out-of-bounds says=gives_the_block_800_bytes_of_dynamic_shared_memory unsaid=a_number_of_elements
    cudaDeviceSynchronize();
    return 0;
}
