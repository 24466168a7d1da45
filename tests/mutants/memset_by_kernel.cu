/* A kernel sets an array to zero; its grid is rounded down. */
#include "mutant.h"

__global__ void clear(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = 0;
}

__global__ void add(float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += b[i];                   // site: kernel
}

int main()
{
    const int n = 1100;
    float *a = fresh<float>(n), *b = upload(numbers<float>(n));
    clear<<<(n RIGHT(+ 255)) / 256, 256>>>(a, n);
    add<<<(n + 255) / 256, 256>>>(a, b, n);     // expect: kernel-uninitialized severity=warning
    finish();
    std::vector<float> got = download(a, n);
    release(a, b);
    return verdict(got[n - 1] == (n - 1) % 97);
}
