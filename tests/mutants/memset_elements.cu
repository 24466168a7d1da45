/* A memset of as many bytes as there are elements. */
#include "mutant.h"

__global__ void add(const int *in, int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sums[i] = sums[i] + in[i];      // site: kernel
}

int main()
{
    const int n = 800;
    int *in = upload(numbers<int>(n)), *sums = fresh<int>(n);
    OK(cudaMemset(sums, 0, n RIGHT(* sizeof(int))));
    add<<<4, 256>>>(in, sums, n);       // expect: kernel-uninitialized severity=warning
    finish();
    std::vector<int> got = download(sums, n);
    release(in, sums);
    return verdict(got[799] == 799 % 97);
}
