#include "cuda.h"

/* Virtual memory in the wrong order. */
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr p;
    CUmemGenericAllocationHandle memory;
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    CUmemAccessDesc access = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    test_context();
    cuMemCreate(&memory, 1000, &prop, 0); // expect: bad-size arg=size
    cuMemAddressReserve(&p, size, 0, 0, 0);
    cuMemsetD8_v2(p, 0, 64); // expect: not-mapped api=cuMemsetD8 arg=dstDevice object=address-range
    cuMemSetAccess(p, size, &access, 1); // expect: not-mapped arg=ptr object=address-range
    cuMemUnmap(p, size); // real drivers do not mind
    cuMemCreate(&memory, size, &prop, 0);
    cuMemMap(p, size, 0, memory, 0);
    cuMemMap(p, size, 0, memory, 0); // expect: mapped-conflict arg=ptr object=device-memory
    cuMemsetD8_v2(p, 0, 64); // expect: not-accessible api=cuMemsetD8 arg=dstDevice object=device-memory
    cuMemAddressFree(p, size); // expect: wrong-free arg=ptr object=device-memory
    cuMemUnmap(p, size);
    cuMemRelease(memory);
    return cuMemAddressFree(p, size);
}
