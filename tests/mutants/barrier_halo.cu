/* A stencil on a copy in shared memory: the neighbours' elements are used before they are there. */
#include "mutant.h"

const int BLOCK = 128;

__global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float row[BLOCK + 2];
    int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x + 1;
    row[t] = in[i];                     // site: kernel
    if (t == 1)
        row[0] = i ? in[i - 1] : 0;     // site: kernel
    if (t == BLOCK)
        row[t + 1] = i + 1 < n ? in[i + 1] : 0;         // site: kernel
    RIGHT(__syncthreads();)
    out[i] = row[t - 1] + row[t] + row[t + 1];          // site: kernel
}

int main()
{
    const int n = 10 * BLOCK;
    float *in = upload(std::vector<float>(n, 1)), *out = fresh<float>(n);
    smooth<<<n / BLOCK, BLOCK>>>(in, out, n);           // expect: kernel-shared-race severity=warning
    finish();
    std::vector<float> got = download(out, n);
    release(in, out);
    return verdict(got[0] == 2 && got[n / 2] == 3);
}
