#include "virtual_memory.h"

/* Pieces that were mapped one by one are unmapped one by one, or together; unmapping once more does nothing. */
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    int bad = cuMemAddressReserve(&at, 4 * size, 0, 0, 0) || cuMemCreate(&memory, size, &properties, 0);
    for (int i = 0; i < 4 && !bad; i++)
        bad = cuMemMap(at + i * size, size, 0, memory, 0);
    bad |= cuMemSetAccess(at, 4 * size, &access_rights, 1) || cuMemsetD8(at, 1, 4 * size) || cuMemUnmap(at + size, size) || cuMemMap(at + size, size, 0, memory, 0) ||
           cuMemUnmap(at, 4 * size) || cuMemUnmap(at, 4 * size) || cuMemMap(at, size, 0, memory, 0) || cuMemUnmap(at, size);
    return cuMemRelease(memory) || cuMemAddressFree(at, 4 * size) || bad;
}
