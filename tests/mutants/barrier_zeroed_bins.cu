/* Counts in shared memory: some threads count before others have set the bins to zero. */
#include "mutant.h"

__global__ void count(const unsigned char *text, int n, int *out)
{
    __shared__ int bins[128];
    bins[threadIdx.x] = 0;              // site: kernel
    RIGHT(__syncthreads();)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[text[i]], 1);   // site: kernel
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    const int n = 9700;
    unsigned char *text = upload(numbers<unsigned char>(n));
    int *out = upload(std::vector<int>(128, 0));
    count<<<4, 128>>>(text, n, out);    // expect: kernel-shared-race severity=warning
    finish();
    std::vector<int> got = download(out, 128);
    release(text, out);
    return verdict(got[0] == 100 && got[96] == 100 && got[97] == 0);
}
