// soft only: an integrated GPU
#include "test_kernels.h"

#undef cuMemPrefetchAsync
#undef cuMemAdvise

// options: --soft-profile orin
/* The older forms, which name the device by its number. */
int main(void)
{
    CUdeviceptr managed;
    int shared = 1;
    test_context();
    cuDeviceGetAttribute(&shared, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 0);
    if (shared)
        return 77;
    cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL);
    cuMemPrefetchAsync(managed, 4096, 0, NULL); // expect: bad-device arg=dstDevice
    cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, 0); // expect: bad-device arg=device
    cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, 7); // expect: bad-device arg=device
    return cuMemFree(managed);
}
