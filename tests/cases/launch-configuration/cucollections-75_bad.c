/* Seen: "invalid configuration argument".
 * Was: the input is empty, so the grid has no blocks.
 * https://github.com/NVIDIA/cuCollections/issues/75 */
#include "../kernels.h"

static void insert(int *table, unsigned n)
{
    LAUNCH(store, (n + 127) / 128, 128, 0, 0, &table, &n); // expect: launch-dimensions arg=gridDim api=cudaLaunchKernel result=1
}

int main(void)
{
    int *table;
    case_kernels();
    cudaMalloc((void **)&table, 4096);
    insert(table, 1000);
    insert(table, 0);
    cudaFree(table);
    return 0;
}
