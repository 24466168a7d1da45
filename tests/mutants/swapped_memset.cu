/* Value and size of a memset are exchanged: it sets nothing. */
#include "mutant.h"

__global__ void add(float *sums, const float *in, int n)
{
    int i = threadIdx.x;
    if (i < n)
        sums[i] += in[i];               // site: kernel
}

int main()
{
    const int n = 50;
    float *in = upload(numbers<float>(n)), *sums = fresh<float>(n);
    OK(cudaMemset(sums, BUG((int)(n * sizeof(float)), 0) RIGHT(0, n * sizeof(float))));
    add<<<1, 64>>>(sums, in, n);        // expect: kernel-uninitialized severity=warning
    finish();
    std::vector<float> got = download(sums, n);
    release(in, sums);
    return verdict(got[49] == 49);
}
