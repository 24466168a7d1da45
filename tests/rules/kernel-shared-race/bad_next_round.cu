// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void tiles(const float *in, float *out, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    for (int base = 0; base < n; base += 64) {
        tile[threadIdx.x] = in[base + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += tile[k];
    }
    out[threadIdx.x] = sum;
}

static __device__ float reduce(float value, float *s)
{
    s[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 1; i < 64; i++)
            s[0] += s[i];
    __syncthreads();
    return s[0];
}

/* No loop: what is inlined twice comes round, too. */
__global__ void twice(float *out)
{
    __shared__ float s[64];
    float first = reduce(threadIdx.x, s);
    out[threadIdx.x] = reduce(first + threadIdx.x + 1, s);
}

/* Here the barrier is missing between the lines. */
__global__ void reverse(float *out)
{
    __shared__ float s[64];
    s[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = s[63 - threadIdx.x];
}

int main()
{
    float *in, *out, numbers[256];
    for (int i = 0; i < 256; i++)
        numbers[i] = i;
    cudaMalloc(&in, 256 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 64 * sizeof *out);
    tiles<<<1, 64>>>(in, out, 256); // expect-soft: kernel-shared-race severity=warning says=between_the_read_at_bad_next_round.cu:12_and_the_write_at_bad_next_round.cu:9_that_follows_it
    twice<<<1, 64>>>(out); // expect-soft: kernel-shared-race severity=warning says=between_the_read_at_bad_next_round.cu:25_and_the_write_at_bad_next_round.cu:19_that_follows_it
    reverse<<<1, 64>>>(out); // expect-soft: kernel-shared-race severity=warning says=between_bad_next_round.cu:40_and_bad_next_round.cu:41
    return cudaDeviceSynchronize() || (cudaFree(in) | cudaFree(out));
}
