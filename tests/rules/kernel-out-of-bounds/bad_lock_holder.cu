// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* So many accesses that a thread would end where it is first wrong; but it holds a lock then, for
 * which the other block waits. */
__global__ void add_up(int *lock, const int *in, const short *weights, int *out, int n)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    int sum = 0;
#pragma unroll 16
    for (int k = 0; k < 16; k++) {
        if (k & 1)
            sum += in[k * n] * weights[k];
        else if (sum > 1000)
            sum -= in[k + n] + weights[15 - k];
        else
            sum ^= in[k + 2 * n];
    }
    *out += sum; // site-soft: kernel
    __threadfence();
    atomicExch(lock, 0);
}

int main()
{
    int *lock, *in, *out;
    short *weights;
    cudaMalloc(&lock, 4);
    cudaMalloc(&in, 128 * 4);
    cudaMalloc(&weights, 16 * 2);
    cudaMalloc(&out, 2);
    cudaMemset(lock, 0, 4);
    cudaMemset(in, 1, 128 * 4);
    cudaMemset(weights, 1, 16 * 2);
    cudaMemset(out, 0, 2);
    add_up<<<2, 32>>>(lock, in, weights, out, 4); // expect-soft: kernel-out-of-bounds arg=out
    cudaDeviceSynchronize();
    return 0;
}
