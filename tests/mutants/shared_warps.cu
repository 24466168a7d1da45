/* A sum of each warp: there is room for the warps of a smaller block. */
#include "mutant.h"

__global__ void sum_block(const int *in, int *out)
{
    __shared__ int part[RIGHT(16) BUG(8)];
    int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int half = 16; half > 0; half /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, half);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;   // site: kernel
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            sum += part[w];             // site: kernel
        out[blockIdx.x] = sum;
    }
}

int main()
{
    const int block = 512, blocks = 6;
    int *in = upload(std::vector<int>(block * blocks, 1)), *out = fresh<int>(blocks);
    sum_block<<<blocks, block>>>(in, out);      // expect: kernel-shared-out-of-bounds
    finish();
    std::vector<int> got = download(out, blocks);
    release(in, out);
    return verdict(got[0] == 512 && got[5] == 512);
}
