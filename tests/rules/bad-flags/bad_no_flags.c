#include "virtual_memory.h"

int main(void)
{
    CUmemGenericAllocationHandle memory;
    CUdeviceptr address;
    test_context();
    cuMemCreate(&memory, 2 << 20, &properties, 1);      // expect: bad-flags arg=flags result=1
    cuMemAddressReserve(&address, 2 << 20, 0, 0, 4);    // expect: bad-flags arg=flags result=1
    return 0;
}
