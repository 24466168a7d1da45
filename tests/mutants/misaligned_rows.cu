/* Two columns at a time of rows that have an odd number of them. */
#include "mutant.h"

__global__ void pairs(const int *matrix, int columns, int rows, int *out)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int2 first = *(const int2 *)(matrix + row * columns);       // site: kernel
    out[row] = first.x + first.y;
}

int main()
{
    const int rows = 90, columns = 64 BUG(+ 1);
    int *matrix = upload(std::vector<int>(rows * columns, 3)), *out = fresh<int>(rows);
    pairs<<<1, 128>>>(matrix, columns, rows, out);      // expect: kernel-misaligned
    finish();
    std::vector<int> got = download(out, rows);
    release(matrix, out);
    return verdict(got[0] == 6 && got[88] == 6);
}
