// soft only: an integrated GPU
#include "cuda_runtime.h"

// options: --soft-profile orin
/* On Jetson and in WSL the device is there, and managed memory cannot be prefetched to it all the same. */
int main(void)
{
    int *managed, shared = 1;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 };
    cudaDeviceGetAttribute(&shared, cudaDevAttrConcurrentManagedAccess, 0);
    if (shared)
        return 77;
    cudaMallocManaged((void **)&managed, 4096, cudaMemAttachGlobal);
    cudaMemPrefetchAsync(managed, 4096, device, 0, 0); // expect: bad-device arg=location
    cudaMemPrefetchAsync(managed, 4096, host, 0, 0); // expect: bad-device arg=location
    cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, device); // expect: bad-device arg=location
    if (cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, device))
        return 1;
    if (cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, host))
        return 1;
    return cudaFree(managed);
}
