/* The mean of three neighbours: the right end is treated as if it had one more. */
#include "mutant.h"

__global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i > 0 && i < n BUG() RIGHT(- 1))
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;   // site: kernel
    else
        out[i] = in[i];
}

int main()
{
    const int n = 3000;
    float *in = upload(std::vector<float>(n, 6)), *out = fresh<float>(n);
    for (int step = 0; step < 4; step++) {
        smooth<<<(n + 127) / 128, 128>>>(in, out, n);   // expect: kernel-out-of-bounds
        std::swap(in, out);
    }
    finish();
    std::vector<float> got = download(in, n);
    release(in, out);
    return verdict(got[0] == 6 && got[n / 2] == 6);
}
