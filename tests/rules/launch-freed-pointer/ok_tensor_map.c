#include "tensor_kernel.h"

/* The map of new memory takes the place of the old one. */
int main(void)
{
    CUfunction take = tensor_kernel();
    CUdeviceptr old = test_memory(16 << 10, 0), rows = test_memory(16 << 10, 0);
    CUtensorMap *map = tensor_map(old);
    unsigned none = 0, all = 1;
    cuMemFree(old);
    map = tensor_map(rows);
    LAUNCH(take, 1, 1, 0, map, &none);
    LAUNCH(take, 1, 1, 0, map, &all);
    if (cuCtxSynchronize())
        return 1;
    cuMemFree(rows);
    return 0;
}
