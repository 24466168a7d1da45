#include "virtual_memory.h"

/* Sizes are rounded up as the driver asks for it, and addresses begin at a power of two. */
int main(void)
{
    size_t page, wanted = 5000000, size;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    if (cuMemGetAllocationGranularity(&page, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM))
        return 1;
    size = (wanted + page - 1) / page * page;
    return cuMemAddressReserve(&at, size, 2 * page, 0, 0) ||
           cuMemCreate(&memory, size, &properties, 0) || cuMemMap(at, size, 0, memory, 0) || cuMemRelease(memory) || cuMemSetAccess(at, size, &access_rights, 1) ||
           cuMemsetD8(at, 0, wanted) || cuCtxSynchronize() || cuMemUnmap(at, size) || cuMemAddressFree(at, size);
}
