/* Those that are selected get numbers, without an atomic operation. */
#include "mutant.h"

__global__ void select(const int *in, int n, int *numbers, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] >= 90)
        numbers[i] = RIGHT(atomicAdd(count, 1);) BUG((*count)++;)       // site: kernel
}

int main()
{
    const int n = 970;
    int *in = upload(numbers<int>(n)), *out = fresh<int>(n), *count = upload(std::vector<int>(1, 0));
    select<<<8, 128>>>(in, n, out, count);      // expect: kernel-race severity=warning
    finish();
    int got = download(count, 1)[0];
    release(in, out, count);
    return verdict(got == 70);
}
