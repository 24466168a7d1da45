/* A work array is freed at the end of the first round, and used in the second one. */
#include "mutant.h"

__global__ void step(float *a, float *work, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        work[i] = a[i] + 1;
        a[i] = work[i];
    }
}

int main()
{
    const int n = 1024, rounds = 3;
    float *a = upload(std::vector<float>(n, 1)), *work = fresh<float>(n);
    for (int round = 0; round < rounds; round++) {
        step<<<4, 256>>>(a, work, n);   // expect: kernel-use-after-free
        finish();
        if (round == RIGHT(rounds - 1) BUG(0))
            release(work);
    }
    std::vector<float> got = download(a, n);
    release(a);
    return verdict(got[0] == 4 && got[n - 1] == 4);
}
