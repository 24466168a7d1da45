// soft only: not measured on a GPU
#include "virtual_memory.h"

/* Rights for more than is mapped: the rest is only reserved, was unmapped, or is nobody's. */
int main(void)
{
    size_t page = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, 4 * page, 0, 0, 0);
    cuMemCreate(&memory, page, &properties, 0);
    for (int i = 0; i < 3; i++)
        cuMemMap(at + i * page, page, 0, memory, 0); // site: created
    cuMemSetAccess(at, 4 * page, &access_rights, 1); // expect: range-overflow arg=size object=device-memory result=1 says=first_6291456 says=reserved
    cuMemUnmap(at + page, page);
    cuMemSetAccess(at, 3 * page, &access_rights, 1); // expect: range-overflow arg=size object=device-memory result=1 says=first_2097152 says=unmapped
    cuMemMap(at + page, page, 0, memory, 0);
    cuMemMap(at + 3 * page, page, 0, memory, 0);
    cuMemSetAccess(at, 400 * page, &access_rights, 1); // expect: range-overflow arg=size object=device-memory result=1 says=first_8388608 says=not_reserved
    return cuMemSetAccess(at, 4 * page, &access_rights, 1) || cuMemUnmap(at, 4 * page) || cuMemRelease(memory) || cuMemAddressFree(at, 4 * page);
}
