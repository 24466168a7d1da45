/* Counts in shared memory without an atomic operation. */
#include "mutant.h"

__global__ void histogram(const int *values, int n, int *out)
{
    __shared__ int bins[97];
    for (int b = threadIdx.x; b < 97; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        RIGHT(atomicAdd(&bins[values[i]], 1);) BUG(bins[values[i]] += 1;)       // site: kernel
    __syncthreads();
    for (int b = threadIdx.x; b < 97; b += blockDim.x)
        out[b] = bins[b];
}

int main()
{
    const int n = 970;
    int *values = upload(numbers<int>(n)), *out = fresh<int>(97);
    histogram<<<1, 256>>>(values, n, out);      // expect: kernel-shared-race severity=warning
    finish();
    std::vector<int> got = download(out, 97);
    release(values, out);
    return verdict(got[0] == 10 && got[96] == 10);
}
