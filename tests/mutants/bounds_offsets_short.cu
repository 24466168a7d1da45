/* Offsets of groups: n counts have n + 1 offsets, and the array is made for n. */
#include "mutant.h"

__global__ void offsets_of(const int *counts, int n, int *offsets)
{
    if (threadIdx.x == 0)
        offsets[0] = 0;
    int sum = 0;
    for (int k = 0; k < n; k++) {
        sum += counts[k];
        if (k == threadIdx.x)
            offsets[k + 1] = sum;       // site: kernel
    }
}

int main()
{
    const int n = 96;
    int *counts = upload(std::vector<int>(n, 5)), *offsets = fresh<int>(n RIGHT(+ 1));
    offsets_of<<<1, n>>>(counts, n, offsets);           // expect: kernel-out-of-bounds
    finish();
    std::vector<int> got = download(offsets, n);
    release(counts, offsets);
    return verdict(got[0] == 0 && got[95] == 475);
}
