/* Seen: cuMemExportToShareableHandle always answers CUDA_ERROR_INVALID_VALUE.
 * Was: the binding passed NULL for the place of the result.
 * https://github.com/NVIDIA/cuda-python/issues/27 */
#include "cuda.h"

int main(void)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR };
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    test_context();
    if (cuMemCreate(&handle, 2 << 20, &prop, 0))
        return 1;
    cuMemExportToShareableHandle(NULL, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0); // expect: null-pointer arg=shareableHandle
    cuMemRelease(handle);
    return 0;
}
