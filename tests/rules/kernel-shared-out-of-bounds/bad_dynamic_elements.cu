// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* A float for each thread, and a launch that counts floats where it should count bytes. */
__global__ void reverse(const float *in, float *out, int n)
{
    extern __shared__ float tile[];
    int i = threadIdx.x;
    if (i < n)
        tile[i] = in[i]; // site-soft: kernel
    __syncthreads();
    if (i < n)
        out[i] = tile[n - 1 - i];
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    cudaMemset(in, 0, 1024);
    reverse<<<1, 256, 256>>>(in, out, 256); // expect-soft: kernel-shared-out-of-bounds says=256_elements_of_4_bytes_have_1024_bytes:_the_launch_was_given_a_number_of_elements
    cudaDeviceSynchronize();
    return 0;
}
