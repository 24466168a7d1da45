/* Running sums in place: a thread stores while its right neighbour may still read. */
#include "mutant.h"

__global__ void scan(int *a)
{
    __shared__ int row[128];
    int t = threadIdx.x;
    row[t] = a[t];
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        int left = t >= step ? row[t - step] : 0;       // site: kernel
        RIGHT(__syncthreads();)
        row[t] += left;                 // site: kernel
        __syncthreads();
    }
    a[t] = row[t];
}

int main()
{
    int *a = upload(std::vector<int>(128, 1));
    scan<<<1, 128>>>(a);                // expect: kernel-shared-race severity=warning
    finish();
    std::vector<int> got = download(a, 128);
    release(a);
    return verdict(got[0] == 1 && got[127] == 128);
}
