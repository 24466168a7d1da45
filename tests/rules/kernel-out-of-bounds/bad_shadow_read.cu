// soft only: the launch is told of
/* A kernel reads through the address that a __device__ variable has in host code. */
#include <cuda_runtime.h>

__device__ float table[64];

__global__ void line(const float *c, float *out) { out[threadIdx.x] = c[0] + c[1] * threadIdx.x; }

int main()
{
    float *out, host[32];
    cudaMalloc(&out, sizeof host);
    line<<<1, 32>>>(table, out);    // expect-soft: kernel-out-of-bounds says=host's_shadow_of_the_device_variable_table
    return cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess;
}
