#include "virtual_memory.h"

int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, size, 0, 0, 0); // site: created
    cuMemCreate(&memory, 2 * size, &properties, 0);
    CUresult mapped = cuMemMap(at, 2 * size, 0, memory, 0);     // expect-soft: range-overflow arg=size object=address-range result=1 // expect-real: range-overflow arg=size object=address-range
    if (!mapped)
        cuMemUnmap(at, 2 * size);
    return cuMemRelease(memory) || cuMemAddressFree(at, size);
}
