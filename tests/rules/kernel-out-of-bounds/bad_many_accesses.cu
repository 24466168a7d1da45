// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* So many accesses that a thread ends where it is first wrong: others go on, also behind a barrier,
 * and find what else is wrong. */
__global__ void filter(const int *in, const short *weights, int *out, int *rest, int n)
{
    __shared__ int tile[72];
    int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    if (threadIdx.x < 8)
        tile[threadIdx.x + 64] = in[i + 64]; // site-soft: kernel
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++) {
        if (k & 1)
            sum += tile[threadIdx.x + k] * weights[k];
        else if (sum > 1000)
            sum -= tile[threadIdx.x] + weights[7 - k];
        else
            sum ^= tile[threadIdx.x + k];
    }
    if (i % 3 == 0)
        rest[i / 3] = sum;
    else if (i % 5 == 0)
        rest[43 + i / 5] = sum;
    out[i] = sum;
}

int main()
{
    int *in, *out, *rest;
    short *weights;
    cudaMalloc(&in, 128 * 4);
    cudaMalloc(&weights, 16);
    cudaMalloc(&out, 127 * 4);
    cudaMalloc(&rest, 69 * 4);
    cudaMemset(in, 1, 128 * 4);
    cudaMemset(weights, 1, 16);
    filter<<<2, 64>>>(in, weights, out, rest, 127); // expect-soft: kernel-out-of-bounds arg=in says=read_4_bytes_directly_after // expect-soft: kernel-out-of-bounds arg=out says=wrote_4_bytes_directly_after
    cudaDeviceSynchronize();
    return 0;
}
