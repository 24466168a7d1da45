// soft only: not measured on a GPU
#include "virtual_memory.h"

/* The first page is free, the second is mapped. */
int main(void)
{
    size_t page = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory, two;
    test_context();
    cuMemAddressReserve(&at, 4 * page, 0, 0, 0);
    cuMemCreate(&memory, page, &properties, 0);
    cuMemCreate(&two, 2 * page, &properties, 0);
    cuMemMap(at + page, page, 0, memory, 0); // site: created
    cuMemMap(at, 2 * page, 0, two, 0); // expect: mapped-conflict arg=size object=device-memory result=1 says=after_2097152_bytes
    return cuMemUnmap(at + page, page) || cuMemRelease(memory) || cuMemRelease(two) || cuMemAddressFree(at, 4 * page);
}
