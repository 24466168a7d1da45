/* The repaired twin: nothing to do, no launch.
 * https://github.com/NVIDIA/cuCollections/issues/75 */
#include "../kernels.h"

static void insert(int *table, unsigned n)
{
    if (n)
        LAUNCH(store, (n + 127) / 128, 128, 0, 0, &table, &n);
}

int main(void)
{
    int *table;
    case_kernels();
    cudaMalloc((void **)&table, 4096);
    insert(table, 1000);
    insert(table, 0);
    return cudaGetLastError() || cudaDeviceSynchronize() || cudaFree(table);
}
