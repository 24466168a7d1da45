#include "cuda_runtime.h"
#include "virtual_memory.h"

static void destroy(void *object) { }

/* Numbers that must be whole pages, or not 0. */
int main(void)
{
    size_t size = 2 << 20;
    CUdeviceptr at;
    CUmemGenericAllocationHandle memory;
    test_context();
    cudaUserObject_t object;
    cuMemAddressReserve(&at, 1000, 0, 0, 0);            // expect: bad-size arg=size result=1
    cuMemAddressReserve(&at, 3 * 4096, 0, 0, 0);        // expect: bad-size arg=size result=1 says=not_a_multiple_of_the_allocation_granularity
    cuMemAddressReserve(&at, size + 65536, 0, 0, 0);    // expect: bad-size arg=size result=1 says=2097152_bytes_on_this_device
    cuMemAddressReserve(&at, size, 3000, 0, 0);         // expect: bad-size arg=alignment result=1
    cuMemAddressReserve(&at, size, 0, 0, 0);
    cuMemCreate(&memory, size, &properties, 0);
    cuMemMap(at, size, 0, memory, 0);
    cuMemSetAccess(at, 4096, &access_rights, 1);        // expect: bad-size arg=size result=1
    cudaUserObjectCreate(&object, NULL, destroy, 0, cudaUserObjectNoDestructorSync);    // expect: bad-size arg=initialRefcount result=1
    return cuMemUnmap(at, size) || cuMemRelease(memory) || cuMemAddressFree(at, size);
}
