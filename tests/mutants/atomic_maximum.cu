/* A maximum of all blocks by comparison and store. */
#include "mutant.h"

__global__ void maximum(const int *in, int n, int *out)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = -1;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&most, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        RIGHT(atomicMax(out, most);) BUG(*out = max(*out, most);)       // site: kernel
}

int main()
{
    const int n = 4000;
    int *in = upload(numbers<int>(n)), *out = upload(std::vector<int>(1, -1));
    maximum<<<(n + 127) / 128, 128>>>(in, n, out);      // expect: kernel-race severity=warning
    finish();
    int got = download(out, 1)[0];
    release(in, out);
    return verdict(got == 96);
}
