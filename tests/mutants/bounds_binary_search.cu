/* Binary search: a key behind the last element is compared with an element behind the array. */
#include "mutant.h"

__global__ void find(const int *sorted, int n, const int *keys, int count, int *places)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < keys[i])
            low = middle + 1;
        else
            high = middle;
    }
    bool there = RIGHT(low < n &&) sorted[low] == keys[i];      // site: kernel
    places[i] = there ? low : -1;
}

int main()
{
    const int n = 777, count = 200;
    std::vector<int> table(n), wanted(count);
    for (int i = 0; i < n; i++)
        table[i] = 3 * i;
    for (int i = 0; i < count; i++)
        wanted[i] = 12 * i;
    int *sorted = upload(table), *keys = upload(wanted), *places = fresh<int>(count);
    find<<<2, 128>>>(sorted, n, keys, count, places);   // expect: kernel-out-of-bounds
    finish();
    std::vector<int> got = download(places, count);
    release(sorted, keys, places);
    return verdict(got[10] == 40 && got[199] == -1);
}
