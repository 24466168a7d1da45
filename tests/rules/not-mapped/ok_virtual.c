#include "cuda.h"

int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr p;
    CUmemGenericAllocationHandle memory;
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    CUmemAccessDesc access = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    test_context();
    return cuMemAddressReserve(&p, size, 0, 0, 0) || cuMemCreate(&memory, size, &prop, 0) || cuMemMap(p, size, 0, memory, 0) || cuMemRelease(memory) ||
           cuMemSetAccess(p, size, &access, 1) || cuMemsetD8_v2(p, 0, 64) || cuCtxSynchronize() || cuMemUnmap(p, size) || cuMemAddressFree(p, size);
}
