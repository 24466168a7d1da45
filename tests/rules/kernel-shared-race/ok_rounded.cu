#include <stdio.h>

/* All lanes of a warp store what they have in common, as the reductions of Triton do.  The first step is fused on one side only, so that the halves of the
   warp differ in the last bits: whichever lane's store stays, it is the sum. */
__global__ void norm(const float *x, float *out)
{
    __shared__ float sums[4];
    float own = x[blockIdx.x * blockDim.x + threadIdx.x], square = __fmul_rn(own, own);
    float sum = __fmaf_rn(own, own, __shfl_xor_sync(~0u, square, 16));
    for (int distance = 8; distance; distance /= 2)
        sum += __shfl_xor_sync(~0u, sum, distance);
    sums[threadIdx.x / 32] = sum;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = own * rsqrtf(sums[0] + sums[1] + sums[2] + sums[3]);
}

/* The same in double precision. */
__global__ void norm_of_doubles(const float *x, float *out)
{
    __shared__ double sums[4];
    double own = x[blockIdx.x * blockDim.x + threadIdx.x] / 3.0, square = __dmul_rn(own, own);
    double sum = __fma_rn(own, own, __shfl_xor_sync(~0u, square, 16));
    for (int distance = 8; distance; distance /= 2)
        sum += __shfl_xor_sync(~0u, sum, distance);
    sums[threadIdx.x / 32] = sum;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = own * rsqrt(sums[0] + sums[1] + sums[2] + sums[3]);
}

int main()
{
    enum { BLOCKS = 16, THREADS = 128 };
    static float host[BLOCKS * THREADS];
    float *x, *out, sum = 0;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        host[i] = (i * 37 % 101) / 7.0f - 3;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    norm<<<BLOCKS, THREADS>>>(x, out);
    cudaDeviceSynchronize();
    norm_of_doubles<<<BLOCKS, THREADS>>>(x, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        sum += host[i] * host[i];
    cudaFree(x);
    cudaFree(out);
    return sum < 0.999 || sum > 1.001;
}
