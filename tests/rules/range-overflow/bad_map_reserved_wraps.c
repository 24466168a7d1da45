#include "virtual_memory.h"

// soft only: what drivers say of so much is not known
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, size, 0, 0, 0); // site: created
    cuMemCreate(&memory, size, &properties, 0);
    cuMemMap(at, -size, 0, memory, 0);      /* ends behind the last address there is */ // expect: range-overflow arg=size object=address-range result=1
    return cuMemRelease(memory) || cuMemAddressFree(at, size);
}
