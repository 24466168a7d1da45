/* Seen: sharing a tensor fails when the allocator maps its segments itself.
 * Was: memory from cuMemMap has no handle of the old kind.
 * https://github.com/pytorch/pytorch/pull/130890 */
#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    CUipcMemHandle handle;
    CUmemGenericAllocationHandle memory;
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED };
    CUmemAccessDesc access = { .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    size_t size = 2 << 20;
    prop.location.type = access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    test_context();
    if (cuMemCreate(&memory, size, &prop, 0) || cuMemAddressReserve(&p, size, 0, 0, 0) || cuMemMap(p, size, 0, memory, 0) ||
        cuMemSetAccess(p, size, &access, 1))
        return 1;
    cuIpcGetMemHandle(&handle, p); // expect: wrong-space arg=dptr result=1
    return 0;
}
