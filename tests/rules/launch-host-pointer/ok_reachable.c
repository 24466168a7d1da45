#include <stdlib.h>
#include "test_kernels.h"

/* Pinned, registered and managed memory are within the device's reach. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 16, v = 1;
    void *pinned = NULL, *plain = aligned_alloc(4096, 4096);
    CUdeviceptr managed = 0;
    cuMemHostAlloc(&pinned, 4096, 0);
    cuMemHostRegister(plain, 4096, 0);
    cuMemAllocManaged(&managed, 4096, 1);
    LAUNCH(f, 1, 16, 0, &pinned, &n, &v);
    LAUNCH(f, 1, 16, 0, &plain, &n, &v);
    LAUNCH(f, 1, 16, 0, &managed, &n, &v);
    cuCtxSynchronize();
    cuMemFreeHost(pinned);
    cuMemHostUnregister(plain);
    cuMemFree(managed);
    free(plain);
    return 0;
}
