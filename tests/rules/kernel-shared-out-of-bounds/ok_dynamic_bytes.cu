// nvcc: -arch=sm_75
#include <cuda_runtime.h>

/* As many bytes as threads are right where elements are bytes. */
__global__ void reverse(const char *in, char *out, int n)
{
    extern __shared__ char tile[];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

int main()
{
    char *in, *out;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    cudaMemset(in, 0, 256);
    reverse<<<1, 256, 256>>>(in, out, 256);
    int error = cudaDeviceSynchronize();
    return error || cudaFree(in) || cudaFree(out);
}
