#include "virtual_memory.h"

/* The handle is asked for again at the mapped address: it has two owners then. */
int main(void)
{
    CUdeviceptr address, other;
    CUmemGenericAllocationHandle memory, again;
    size_t size = 2 << 20;
    test_context();
    int bad = cuMemAddressReserve(&address, size, 0, 0, 0) || cuMemAddressReserve(&other, size, 0, 0, 0) || cuMemCreate(&memory, size, &properties, 0) ||
              cuMemMap(address, size, 0, memory, 0) || cuMemRetainAllocationHandle(&again, (void *)address) || cuMemRelease(memory) ||
              cuMemMap(other, size, 0, again, 0) || cuMemRelease(again) || cuMemUnmap(other, size) || cuMemUnmap(address, size);
    return cuMemAddressFree(address, size) || cuMemAddressFree(other, size) || bad;
}
