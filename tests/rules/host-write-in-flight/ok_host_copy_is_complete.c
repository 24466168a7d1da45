// options: --schedule late
#include "test_kernels.h"

/* Copies between host buffers are complete when they return, also with pinned memory and behind a
 * kernel of their stream, in any schedule: 7, not 9, is there at once. */
int main(void)
{
    CUmodule module;
    CUfunction fill;
    CUstream stream;
    CUdeviceptr mapped = 0;
    unsigned *host = NULL, *more = NULL, one = 1, seven = 7, pageable = 3;
    test_context();
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    if (cuModuleLoadData(&module, test_ptx) || cuModuleGetFunction(&fill, module, "fill"))
        return 2;
    cuMemHostAlloc((void **)&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    cuMemHostAlloc((void **)&more, 4096, 0);
    cuMemHostGetDevicePointer(&mapped, host, 0);
    host[0] = more[0] = 9;
    cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, stream, (void *[]){&mapped, &one, &seven}, NULL);
    cuMemcpyAsync((CUdeviceptr)(uintptr_t)more, (CUdeviceptr)(uintptr_t)host, 4, stream);
    int wrong = more[0] != 7;
    cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, stream, (void *[]){&mapped, &one, &seven}, NULL);
    cuMemcpyAsync((CUdeviceptr)(uintptr_t)host, (CUdeviceptr)(uintptr_t)&pageable, 4, stream);
    wrong |= host[0] != 3;
    cuMemFreeHost(more);
    return cuMemFreeHost(host) || wrong;
}
