/* A thread sums each row: the loop takes one column too many, which the last row has no more. */
#include "mutant.h"

__global__ void sum_rows(const int *a, int rows, int columns, int *sums)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int sum = 0;
    for (int c = 0; c BUG(<=) RIGHT(<) columns; c++)
        sum += a[row * columns + c];    // site: kernel
    sums[row] = sum;
}

int main()
{
    const int rows = 100, columns = 37;
    int *a = upload(std::vector<int>(rows * columns, 2)), *sums = fresh<int>(rows);
    sum_rows<<<1, 128>>>(a, rows, columns, sums);       // expect: kernel-out-of-bounds
    finish();
    std::vector<int> got = download(sums, rows);
    release(a, sums);
    return verdict(got[0] == 74 && got[99] == 74);
}
