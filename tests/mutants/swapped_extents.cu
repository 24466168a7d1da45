/* Rows and columns are exchanged in the call of the kernel. */
#include "mutant.h"

__global__ void add_row(float *matrix, const float *row, int rows, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < columns)
        for (int r = 0; r < rows; r++)
            matrix[r * columns + c] += row[c];          // site: kernel
}

int main()
{
    const int rows = 300, columns = 20;
    float *matrix = upload(std::vector<float>(rows * columns, 1));
    float *row = upload(std::vector<float>(columns, 2));
    add_row<<<2, 256>>>(matrix, row, BUG(columns, rows) RIGHT(rows, columns));  // expect: kernel-out-of-bounds
    finish();
    std::vector<float> got = download(matrix, rows * columns);
    release(matrix, row);
    return verdict(got[0] == 3 && got[rows * columns - 1] == 3);
}
