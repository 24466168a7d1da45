/* A loop with the stride of a block instead of that of the grid: the blocks do each other's work. */
#include "mutant.h"

__global__ void add(int *a, int n)
{
    int stride = RIGHT(gridDim.x *) blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] += 1;                      // site: kernel
}

int main()
{
    const int n = 4096;
    int *a = upload(std::vector<int>(n, 0));
    add<<<4, 128>>>(a, n);              // expect: kernel-race severity=warning
    finish();
    std::vector<int> got = download(a, n);
    release(a);
    return verdict(got[0] == 1 && got[n - 1] == 1);
}
