// nvcc: -arch=sm_75
#include <cuda_runtime.h>

__global__ void reduce(const float *in, float *out)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    for (unsigned k = 128; k; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (!t)
        out[blockIdx.x] = s[0];
}

__global__ void warp_volatile(const float *in, float *out)
{
    __shared__ volatile float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    if (!t)
        out[0] = s[0];
}

__global__ void histogram(const unsigned char *in, int n, unsigned *out)
{
    __shared__ unsigned h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[in[i]], 1);
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}

__global__ void bytes(char *out)
{
    __shared__ char s[128];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[127 - threadIdx.x];
}

int main()
{
    enum { N = 1 << 14 };
    float *in, *out;
    cudaMalloc(&in, N * 4);
    cudaMalloc(&out, N * 4);
    cudaMemset(in, 0x3e, N * 4);
    cudaMemset(out, 0, N * 4);
    float *zeros;
    cudaMalloc(&zeros, 1024);
    cudaMemset(zeros, 0, 1024);
    reduce<<<1, 256>>>(zeros, out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    cudaFree(zeros);
    reduce<<<N / 256, 256>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    warp_volatile<<<1, 32>>>(in, out); // expect-soft: kernel-shared-race unseen=volatile_orders_lanes_there severity=warning says=volatile_does_not_keep
    histogram<<<8, 256>>>((unsigned char *)in, N, (unsigned *)out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    bytes<<<1, 128>>>((char *)out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    return cudaDeviceSynchronize() || (cudaFree(in) | cudaFree(out));
}
