/* A sum by halves: the steps are not separated. */
#include "mutant.h"

__global__ void sum_block(const int *in, int *out)
{
    __shared__ int part[256];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];  // site: kernel
        RIGHT(__syncthreads();)
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

int main()
{
    const int blocks = 20;
    int *in = upload(std::vector<int>(256 * blocks, 1)), *out = fresh<int>(blocks);
    sum_block<<<blocks, 256>>>(in, out);                // expect: kernel-shared-race severity=warning
    finish();
    std::vector<int> got = download(out, blocks);
    release(in, out);
    return verdict(got[0] == 256 && got[19] == 256);
}
