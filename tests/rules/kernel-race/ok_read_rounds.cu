// nvcc: -arch=sm_75
/* In each round a warp of the first block reads, another one says so behind a barrier, and the second block writes anew. */
#include <cuda_runtime.h>

enum { ROUNDS = 4 };

__global__ void rounds(int *x, int *asked, int *answered, int *out)
{
    __shared__ volatile int seen[2];
    int sum = 0, t = threadIdx.x;
    for (int round = 1; round <= ROUNDS; round++) {
        if (blockIdx.x == 0) {
            if (t == 0)
                seen[round & 1] = round;
            if (t >= 32)
                sum += x[t - 32];
            __syncthreads();
            if (t == 0) {
                atomicExch(asked, round);
                while (atomicAdd(answered, 0) < round)
                    ;
                __threadfence();
            }
            __syncthreads();
            sum += seen[round & 1];
        } else if (t == 0) {
            while (atomicAdd(asked, 0) < round)
                ;
            for (int k = 0; k < 32; k++)
                x[k] += round;
            __threadfence();
            atomicExch(answered, round);
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}

int main()
{
    int *x, *out;
    cudaMalloc(&x, 256);
    cudaMalloc(&out, 512);
    cudaMemset(x, 0, 256);
    rounds<<<2, 64>>>(x, x + 40, x + 41, out);
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(out));
}
