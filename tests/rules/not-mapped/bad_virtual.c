#include "virtual_memory.h"

/* Virtual memory in the wrong order. */
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr p;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemCreate(&memory, 1000, &properties, 0); // expect: bad-size arg=size
    cuMemAddressReserve(&p, size, 0, 0, 0);
    cuMemsetD8_v2(p, 0, 64); // expect: not-mapped api=cuMemsetD8 arg=dstDevice object=address-range
    cuMemSetAccess(p, size, &access_rights, 1); // expect: not-mapped arg=ptr object=address-range
    cuMemUnmap(p, size); // real drivers do not mind
    cuMemCreate(&memory, size, &properties, 0);
    cuMemMap(p, size, 0, memory, 0);
    cuMemMap(p, size, 0, memory, 0); // expect: mapped-conflict arg=ptr object=device-memory
    cuMemsetD8_v2(p, 0, 64); // expect: not-accessible api=cuMemsetD8 arg=dstDevice object=device-memory
    cuMemAddressFree(p, size); // expect: wrong-free arg=ptr object=device-memory
    cuMemUnmap(p, size);
    cuMemRelease(memory);
    return cuMemAddressFree(p, size);
}
