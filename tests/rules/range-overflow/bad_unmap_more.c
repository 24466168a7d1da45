// soft only: an H200 unmaps what is mapped there
#include "virtual_memory.h"

/* One of two reserved pieces is mapped, and the program unmaps more than both. */
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cuMemAddressReserve(&at, 2 * size, 0, 0, 0);
    cuMemCreate(&memory, size, &properties, 0);
    cuMemMap(at + size, size, 0, memory, 0);    // site: created
    cuMemUnmap(at + size, 64 * size);           // expect: range-overflow arg=size object=device-memory result=1 says=2097152_bytes
    return cuMemUnmap(at + size, size) || cuMemRelease(memory) || cuMemAddressFree(at, 2 * size);
}
