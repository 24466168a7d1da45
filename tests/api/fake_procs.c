/* The fake driver's look-up, from the same table as the software driver's. */
#include <stddef.h>

#include "iq_cuda_protos.h"
#include "iq_cuda_stubs.h"

CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult *symbolStatus)
{
    int known;
    void *found = iq_cuda_proc_find(symbol, cudaVersion, (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0, &known);
    *pfn = found;
    if (symbolStatus)
        *symbolStatus = found ? CU_GET_PROC_ADDRESS_SUCCESS : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                                                    : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return found || symbolStatus ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
    return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, NULL);
}
