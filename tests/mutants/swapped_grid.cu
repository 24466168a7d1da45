/* The numbers of blocks and of threads are exchanged. */
#include "mutant.h"

__global__ void increment(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i]++;
}

int main()
{
    const int n = 500000, threads = 256, blocks = (n + threads - 1) / threads;
    int *a = upload(std::vector<int>(n, 0));
    increment<<<BUG(threads, blocks) RIGHT(blocks, threads)>>>(a, n);   // expect: launch-dimensions
    finish();
    std::vector<int> got = download(a, n);
    release(a);
    return verdict(got[0] == 1 && got[n - 1] == 1);
}
