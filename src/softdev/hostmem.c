/* Access to host memory that the program named and that may not be there: the kernel does the
 * copying and says so. */
#include "base/probe.h"
#include "softdev/memory.h"

CUresult iq_host_read(void *to, const void *from, size_t size)
{
    return iq_probe_read(to, (uintptr_t)from, size) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult iq_host_write(void *to, const void *from, size_t size)
{
    return iq_probe_write((uintptr_t)to, from, size) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

bool iq_host_is_mapped(const void *at, size_t size)
{
    return iq_probe_readable((uintptr_t)at, size) == size;
}
