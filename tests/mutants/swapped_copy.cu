/* Source and destination of a copy are exchanged. */
#include "mutant.h"

__global__ void negate(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = -a[i];
}

int main()
{
    const int n = 600;
    std::vector<int> values = numbers<int>(n);
    int *a = fresh<int>(n);
    OK(cudaMemset(a, 0, n * sizeof(int)));
    OK(cudaMemcpy(BUG(values.data(), a,) RIGHT(a, values.data(),) n * 4, cudaMemcpyHostToDevice));      // expect: wrong-kind
    negate<<<3, 256>>>(a, n);
    finish();
    std::vector<int> got = download(a, n);
    release(a);
    return verdict(got[5] == -5);
}
