#include "virtual_memory.h"

int main(void)
{
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    size_t unit;
    test_context();
    cuMemGetAllocationGranularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    cuMemAddressReserve(&at, 4 * unit, 0, 0, 0);
    cuMemCreate(&memory, unit, &properties, 0); // site: created
    cuMemMap(at, 2 * unit, 0, memory, 0); // expect: range-overflow arg=size object=vmm-handle result=801
    return 0;
}
