#include "tensor_kernel.h"

int main(void)
{
    CUfunction take = tensor_kernel();
    CUdeviceptr rows = test_memory(16 << 10, 0); // site: created
    CUtensorMap *map = tensor_map(rows);
    unsigned none = 0;
    cuMemFree(rows);                      // site: destroyed
    LAUNCH(take, 1, 1, 0, map, &none);    // expect: launch-freed-pointer arg=map object=device-memory severity=warning
    return cuCtxSynchronize();
}
