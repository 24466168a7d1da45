/* Input and output are exchanged in the call of the kernel. */
#include "mutant.h"

__global__ void root(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sqrtf(in[i]);          // site: kernel
}

int main()
{
    const int n = 1000;
    float *in = upload(std::vector<float>(n, 16)), *out = fresh<float>(n);
    root<<<4, 256>>>(BUG(out, in) RIGHT(in, out), n);   // expect: kernel-uninitialized severity=warning
    finish();
    std::vector<float> got = download(out, n);
    release(in, out);
    return verdict(got[0] == 4 && got[n - 1] == 4);
}
