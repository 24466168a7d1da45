/* Seen: "invalid configuration argument" for an empty tensor, reported by the next operation.
 * Was: the number of blocks is computed of zero elements.
 * https://github.com/pytorch/pytorch/pull/38987 */
#include <cuda_runtime.h>

__global__ void add(float *x, int n) { if ((int)threadIdx.x < n) x[threadIdx.x] += 1; }

static int blocks_of(int n, int threads) { return (n + threads - 1) / threads; }

int main()
{
    float *x;
    int numel = 0;
    cudaMalloc(&x, 64);
    add<<<blocks_of(numel, 256), 256>>>(x, numel); // expect: launch-dimensions arg=gridDim api=cudaLaunchKernel says=did_not_call_cudaGetLastError
    return cudaDeviceSynchronize() || cudaFree(x);
}
