// soft only: not measured on a GPU
#include "virtual_memory.h"

/* The second page of the range is still mapped. */
int main(void)
{
    size_t page = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, 4 * page, 0, 0, 0);
    cuMemCreate(&memory, page, &properties, 0);
    cuMemMap(at + page, page, 0, memory, 0); // site: created
    cuMemAddressFree(at, 4 * page); // expect: wrong-free arg=ptr object=device-memory result=1 says=still_mapped
    return cuMemUnmap(at + page, page) || cuMemRelease(memory) || cuMemAddressFree(at, 4 * page);
}
