/* Rows by a table of pointers on the device; one row is freed when the table still has it. */
#include "mutant.h"

__global__ void sums(const int *const *rows, int count, int length, int *out)
{
    int row = threadIdx.x;
    if (row >= count)
        return;
    int sum = 0;
    for (int k = 0; k < length; k++)
        sum += rows[row][k];            // site: kernel
    out[row] = sum;
}

int main()
{
    const int count = 12, length = 500000;
    std::vector<const int *> table(count);
    std::vector<int *> rows(count);
    for (int r = 0; r < count; r++)
        table[r] = rows[r] = upload(std::vector<int>(length, r));
    const int **device_table = upload(table);
    int *out = fresh<int>(count);
    BUG(release(rows[7]);)
    sums<<<1, 32>>>(device_table, count, 100, out);     // expect: kernel-use-after-free
    finish();
    RIGHT(release(rows[7]);)
    std::vector<int> got = download(out, count);
    for (int r = 0; r < count; r++)
        if (r != 7)
            release(rows[r]);
    release(device_table, out);
    return verdict(got[0] == 0 && got[11] == 1100);
}
