// soft only: not measured on a GPU
#include "cuda.h"

/* No rule looks at how much of an allocation is mapped yet; one that does takes this program over. */
int main(void)
{
    CUmemAllocationProp kind = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE } };
    CUmemGenericAllocationHandle memory;
    CUdeviceptr at;
    test_context();
    cuMemCreate(&memory, 4 << 20, &kind, 0);
    cuMemAddressReserve(&at, 4 << 20, 0, 0, 0);
    cuMemMap(at, 1 << 20, 0, memory, 0); // expect: failed-call result=1
    cuMemRelease(memory);
    cuMemAddressFree(at, 4 << 20);
    return 0;
}
