/* cp.async that reads four bytes more than there are, one with a source size. */
// nvcc: -arch=sm_80
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void last(char *to, const char *from, int bytes)
{
    __shared__ __align__(16) char s[16];
    __pipeline_memcpy_async(s, from + 32, 16, 16 - bytes);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 16; i++)
        to[i] = s[i];
}

int main(void)
{
    char *from, *to;
    cudaMalloc(&to, 16);
    cudaMalloc(&from, 40);
    cudaMemset(from, 1, 40);
    last<<<1, 1>>>(to, from, 12); // expect-soft: kernel-out-of-bounds arg=from object=device-memory says=read_12_bytes_of_which_4_bytes_are_past_the_end_of_40_bytes
    return cudaDeviceSynchronize() == cudaSuccess;
}
