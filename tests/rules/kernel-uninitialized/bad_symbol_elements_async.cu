// unseen on a GPU: who writes to variables of modules is not followed there
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__device__ double weights[64];

__global__ void scale(double *out)
{
    out[threadIdx.x] = 2 * weights[threadIdx.x];
}

/* From a local array, in a stream. */
int main()
{
    double *out, local[64], result[64];
    for (int i = 0; i < 64; i++)
        local[i] = 1.0 + i;
    cudaMalloc(&out, sizeof result);
    cudaMemcpyToSymbolAsync(weights, local, 64, 0, cudaMemcpyHostToDevice, 0); // site-soft: related
    scale<<<1, 64>>>(out); // expect-soft: kernel-uninitialized severity=warning says=cudaMemcpyToSymbolAsync_wrote_only_the_first_64_bytes,_but_64_elements_have_512_bytes
    cudaDeviceSynchronize();
    return cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) || cudaFree(out);
}
