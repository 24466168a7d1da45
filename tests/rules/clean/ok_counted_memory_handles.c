// Handles of physical memory are counted: exporting libraries retain one by address and release it once more.
#include "virtual_memory.h"

int main(void)
{
    enum { SIZE = 2 << 20 };
    CUmemGenericAllocationHandle handle, again;
    CUdeviceptr p;
    test_context();
    if (cuMemCreate(&handle, SIZE, &properties, 0) || cuMemAddressReserve(&p, SIZE, 0, 0, 0) || cuMemMap(p, SIZE, 0, handle, 0) ||
        cuMemSetAccess(p, SIZE, &access_rights, 1) || cuMemRelease(handle))
        return 1;
    if (cuMemRetainAllocationHandle(&again, (void *)p) || cuMemsetD8(p, 0, SIZE) || cuMemRelease(again))
        return 2;
    return cuMemUnmap(p, SIZE) || cuMemAddressFree(p, SIZE);
}
