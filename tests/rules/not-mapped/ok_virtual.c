#include "virtual_memory.h"

int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr p;
    CUmemGenericAllocationHandle memory;
    test_context();
    return cuMemAddressReserve(&p, size, 0, 0, 0) || cuMemCreate(&memory, size, &properties, 0) || cuMemMap(p, size, 0, memory, 0) || cuMemRelease(memory) ||
           cuMemSetAccess(p, size, &access_rights, 1) || cuMemsetD8_v2(p, 0, 64) || cuCtxSynchronize() || cuMemUnmap(p, size) || cuMemAddressFree(p, size);
}
