// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__device__ int front[128], middle[128], back[128];
__constant__ int fixed[128] = { 1 }, other[128] = { 2 };
__managed__ int unified[1024], beside[1024];

__global__ void into_the_next(int i) { middle[i] = 1; } // site-soft: kernel

__global__ void far_beyond(int i) { middle[i] = 1; }

__global__ void below(int i) { middle[i] = 1; }

__global__ void of_constants(int *to, int i) { *to = fixed[i]; }

__global__ void managed(int i) { unified[i] = 1; }

__device__ __noinline__ void store(int *at, int i) { at[i] = 1; }
__global__ void in_function(int i) { store(middle, i); }

int main()
{
    int *to;
    cudaMalloc(&to, 4);
    into_the_next<<<1, 1>>>(128 + 128 + 7); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_middle_of_512_bytes
    far_beyond<<<1, 1>>>(100000); // expect-soft: kernel-out-of-bounds object=symbol says=byte_400000,
    below<<<1, 1>>>(-384); // expect-soft: kernel-out-of-bounds object=symbol says=before_the_start_of_variable_middle
    of_constants<<<1, 1>>>(to, 384); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_fixed_of_512_bytes
    in_function<<<1, 1>>>(-2); // expect-soft: kernel-out-of-bounds object=symbol says=before_the_start_of_variable_middle
    managed<<<1, 1>>>(1024); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_unified_of_4096_bytes
    return cudaDeviceSynchronize() || cudaFree(to);
}
