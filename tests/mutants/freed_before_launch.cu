/* An input is freed one line too early. */
#include "mutant.h"

__global__ void square(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

int main()
{
    const int n = 2000;
    float *in = upload(numbers<float>(n)), *out = fresh<float>(n);
    BUG(release(in);)
    square<<<(n + 255) / 256, 256>>>(in, out, n);       // expect: kernel-use-after-free
    finish();
    RIGHT(release(in);)
    std::vector<float> got = download(out, n);
    release(out);
    return verdict(got[3] == 9 && got[96] == 96 * 96);
}
