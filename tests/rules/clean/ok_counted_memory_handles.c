// Handles of physical memory are counted: exporting libraries retain one by address and release it once more.
#include "cuda.h"

int main(void)
{
    enum { SIZE = 2 << 20 };
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0}};
    CUmemAccessDesc access = {.location = prop.location, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle handle, again;
    CUdeviceptr p;
    test_context();
    if (cuMemCreate(&handle, SIZE, &prop, 0) || cuMemAddressReserve(&p, SIZE, 0, 0, 0) || cuMemMap(p, SIZE, 0, handle, 0) ||
        cuMemSetAccess(p, SIZE, &access, 1) || cuMemRelease(handle))
        return 1;
    if (cuMemRetainAllocationHandle(&again, (void *)p) || cuMemsetD8(p, 0, SIZE) || cuMemRelease(again))
        return 2;
    return cuMemUnmap(p, SIZE) || cuMemAddressFree(p, SIZE);
}
