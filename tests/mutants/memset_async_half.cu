/* A memset in a stream clears the first half of a table of flags. */
#include "mutant.h"

__global__ void sieve(unsigned char *composite, int n)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p * p < n)
        for (int k = p * p; k < n; k += p)
            composite[k] = 1;
}

__global__ void count_primes(const unsigned char *composite, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 && i < n && composite[i] == 0)           // site: kernel
        atomicAdd(count, 1);
}

int main()
{
    const int n = 1000;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    unsigned char *composite = fresh<unsigned char>(n);
    int *count = upload(std::vector<int>(1, 0));
    OK(cudaMemsetAsync(composite, 0, n BUG(/ 2), stream));
    sieve<<<1, 64, 0, stream>>>(composite, n);
    count_primes<<<4, 256, 0, stream>>>(composite, n, count);   // expect: kernel-uninitialized severity=warning
    finish();
    int got = download(count, 1)[0];
    release(composite, count);
    OK(cudaStreamDestroy(stream));
    return verdict(got == 168);
}
