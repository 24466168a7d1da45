#include "virtual_memory.h"

/* One map, and an unmap of its first half. */
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, 2 * size, 0, 0, 0);
    cuMemCreate(&memory, 2 * size, &properties, 0);
    cuMemMap(at, 2 * size, 0, memory, 0); // site: created
    cuMemUnmap(at, size);       // expect: interior-free arg=size object=device-memory result=1
    return cuMemUnmap(at, 2 * size) || cuMemRelease(memory) || cuMemAddressFree(at, 2 * size);
}
