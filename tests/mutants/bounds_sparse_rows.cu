/* A sparse matrix times a vector: the end of the last row is not uploaded, so that its place is no part of the array. */
#include "mutant.h"

__global__ void multiply(const int *starts, const int *columns, const float *values, int rows,
                         const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    int end = starts[row + 1];          // site: kernel
    for (int k = starts[row]; k < end; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}

int main()
{
    const int rows = 300, per_row = 3;
    std::vector<int> first, column;
    for (int r = 0; r <= rows RIGHT() BUG(- 1); r++)
        first.push_back(r * per_row);
    for (int k = 0; k < rows * per_row; k++)
        column.push_back(k * 7 % rows);
    int *starts = upload(first), *columns = upload(column);
    float *values = upload(std::vector<float>(rows * per_row, 2)), *y = fresh<float>(rows);
    float *x = upload(std::vector<float>(rows, 1));
    multiply<<<3, 128>>>(starts, columns, values, rows, x, y);  // expect: kernel-out-of-bounds
    finish();
    std::vector<float> got = download(y, rows);
    release(starts, columns, values, x, y);
    return verdict(got[0] == 6 && got[298] == 6);
}
