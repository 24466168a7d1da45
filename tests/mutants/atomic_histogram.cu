/* Counts in global memory without an atomic operation. */
#include "mutant.h"

__global__ void histogram(const unsigned char *text, int n, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        RIGHT(atomicAdd(&bins[text[i]], 1);) BUG(bins[text[i]]++;)      // site: kernel
}

int main()
{
    const int n = 9700;
    unsigned char *text = upload(numbers<unsigned char>(n));
    int *bins = upload(std::vector<int>(256, 0));
    histogram<<<(n + 127) / 128, 128>>>(text, n, bins); // expect: kernel-race severity=warning
    finish();
    std::vector<int> got = download(bins, 256);
    release(text, bins);
    return verdict(got[0] == 100 && got[96] == 100);
}
