#include "virtual_memory.h"

/* A fabric handle is tried first, as PyTorch's allocator does; memory with another handle follows. */
int main(void)
{
    CUmemAllocationProp shared = properties;
    CUmemGenericAllocationHandle memory;
    test_context();
    shared.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
    if (!cuMemCreate(&memory, 2 << 20, &shared, 0))
        return cuMemRelease(memory);
    shared.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    return cuMemCreate(&memory, 2 << 20, &shared, 0) || cuMemRelease(memory);
}
