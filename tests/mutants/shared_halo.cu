/* A tile without room for the halo of its right side. */
#include "mutant.h"

const int BLOCK = 64;

__global__ void edges(const int *in, int *out, int n)
{
    __shared__ int row[BLOCK + RIGHT(2) BUG(1)];
    int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x + 1;
    row[t] = in[i];
    if (threadIdx.x == 0)
        row[0] = i ? in[i - 1] : 0;
    if (threadIdx.x == BLOCK - 1)
        row[t + 1] = i + 1 < n ? in[i + 1] : 0;         // site: kernel
    __syncthreads();
    out[i] = row[t + 1] - row[t - 1];   // site: kernel
}

int main()
{
    const int n = 8 * BLOCK;
    int *in = upload(std::vector<int>(n, 4)), *out = fresh<int>(n);
    edges<<<n / BLOCK, BLOCK>>>(in, out, n);            // expect: kernel-shared-out-of-bounds
    finish();
    std::vector<int> got = download(out, n);
    release(in, out);
    return verdict(got[1] == 0 && got[0] == 4);
}
