#include "cuda_runtime.h"

// options: --soft-profile orin
/* A program that asks first runs on devices of both kinds. */
int main(void)
{
    int *managed, shared = 0;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };
    if (cudaMallocManaged((void **)&managed, 4096, cudaMemAttachGlobal))
        return 1;
    if (cudaDeviceGetAttribute(&shared, cudaDevAttrConcurrentManagedAccess, 0))
        return 1;
    if (shared) {
        if (cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, device))
            return 1;
        if (cudaMemPrefetchAsync(managed, 4096, device, 0, 0))
            return 1;
    }
    managed[0] = 1;
    if (cudaDeviceSynchronize())
        return 1;
    return cudaFree(managed);
}
