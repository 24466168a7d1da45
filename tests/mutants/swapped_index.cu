/* The bin of an element and its number are exchanged. */
#include "mutant.h"

__global__ void histogram(const int *values, int n, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int value = values[i];
        atomicAdd(&bins[BUG(i) RIGHT(value)], 1);       // site: kernel
    }
}

int main()
{
    const int n = 9700;
    int *values = upload(numbers<int>(n)), *bins = upload(std::vector<int>(97, 0));
    histogram<<<(n + 255) / 256, 256>>>(values, n, bins);       // expect: kernel-out-of-bounds
    finish();
    std::vector<int> got = download(bins, 97);
    release(values, bins);
    return verdict(got[0] == 100 && got[96] == 100);
}
