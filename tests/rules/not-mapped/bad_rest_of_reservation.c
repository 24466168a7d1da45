// soft only: not measured on a GPU
#include "virtual_memory.h"

/* A part of the range is mapped, and the program uses the parts before and after it.  What was unmapped is gone. */
int main(void)
{
    size_t page = 2 << 20;
    unsigned long long rights;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, 4 * page, 0, 0, 0); // site: created
    cuMemCreate(&memory, page, &properties, 0);
    cuMemMap(at + page, page, 0, memory, 0);
    cuMemSetAccess(at + page, page, &access_rights, 1);
    cuMemsetD8(at + 2 * page, 0, 64);                       // expect: not-mapped arg=dstDevice object=address-range
    cuMemSetAccess(at, page, &access_rights, 1);            // expect: not-mapped arg=ptr object=address-range result=1
    cuMemGetAccess(&rights, &access_rights.location, at + 3 * page);    // expect: not-mapped arg=ptr object=address-range result=1
    cuMemUnmap(at + page, page);
    cuMemsetD8(at + page, 0, 64);                           // expect: use-after-free arg=dstDevice object=device-memory
    cuMemRelease(memory);
    cuMemAddressFree(at, 4 * page);
    return 0 * cuMemAddressFree(at, 4 * page);              // expect: double-free arg=ptr object=address-range says=cuMemAddressFree
}
