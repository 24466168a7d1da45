// soft only: not measured on a GPU
#include "virtual_memory.h"

/* Virtual memory comes in pages of the granularity; a map begins at the allocation's first byte. */
int main(void)
{
    size_t page;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemGetAllocationGranularity(&page, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    cuMemAddressReserve(&at, 4 * page, 0, 0, 0);
    cuMemCreate(&memory, page / 2, &properties, 0);         // expect: bad-size arg=size result=1 says=not_a_multiple_of_the_allocation_granularity
    cuMemCreate(&memory, 2 * page, &properties, 0);
    cuMemMap(at, page / 2, 0, memory, 0);                   // expect: bad-size arg=size result=1 says=2097152_bytes_on_this_device
    cuMemMap(at, 0, 0, memory, 0);                          // expect: bad-size arg=size result=1 says=is_0
    cuMemMap(at, page, page, memory, 0);                    // expect: bad-size arg=offset result=801 says=must_be_0 unsaid=software
    cuMemMap(at, 2 * page, 0, memory, 0);
    cuMemSetAccess(at, page / 2, &access_rights, 1);        // expect: bad-size arg=size result=1
    cuMemSetAccess(at, 2 * page, &access_rights, 0);        // expect: bad-size arg=count result=1
    cuMemUnmap(at, 0);                                      // expect: bad-size arg=size result=1 says=is_0
    cuMemUnmap(at, 2 * page);
    cuMemAddressFree(at, 4 * page + 4096);                  // expect: bad-size arg=size object=address-range result=1 says=8388608_bytes_are_reserved
    cuMemAddressFree(at, 4096);                             // expect: bad-size arg=size result=1 says=8388608_bytes_are_reserved
    return cuMemRelease(memory) || cuMemAddressFree(at, 4 * page);
}
