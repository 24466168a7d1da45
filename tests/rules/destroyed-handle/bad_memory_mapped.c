#include "virtual_memory.h"

/* Released before it is mapped: after the map it would do no harm. */
int main(void)
{
    CUdeviceptr address;
    CUmemGenericAllocationHandle memory;
    size_t size = 2 << 20;
    test_context();
    cuMemAddressReserve(&address, size, 0, 0, 0);
    cuMemCreate(&memory, size, &properties, 0); // site: created
    cuMemRelease(memory); // site: destroyed
    cuMemMap(address, size, 0, memory, 0);      // expect: destroyed-handle arg=handle object=vmm-handle result=1 contained=1
    return cuMemAddressFree(address, size);
}
