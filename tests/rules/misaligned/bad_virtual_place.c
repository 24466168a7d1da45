// soft only: not measured on a GPU
#include "virtual_memory.h"

/* Addresses and offsets that no page begins at, and rights for a part of what one call has mapped. */
int main(void)
{
    size_t page = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, 4 * page, 0, 0, 0);
    cuMemCreate(&memory, 2 * page, &properties, 0);
    cuMemMap(at + 4096, page, 0, memory, 0);                    // expect: misaligned arg=ptr result=1 says=granularity
    cuMemMap(at, page, 4096, memory, 0);                        // expect: misaligned arg=offset result=801 says=granularity
    cuMemMap(at, 2 * page, 0, memory, 0); // site: created
    cuMemSetAccess(at + page, page, &access_rights, 1);         // expect: misaligned arg=ptr object=device-memory result=1 says=inside_a_mapping
    return cuMemUnmap(at, 2 * page) || cuMemRelease(memory) || cuMemAddressFree(at, 4 * page);
}
