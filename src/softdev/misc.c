/* Driver API: error texts, look-up of entry points, profiler, log, private tables. */
#include <string.h>
#include <unistd.h>

#include "iq_cuda_stubs.h"
#include "softdev/memory.h"

static const struct {
    CUresult code;
    const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) { (CUresult)(code), #name, text },
#include "cuda/errors.def"
#undef ERROR
};

static CUresult text_of(CUresult code, const char **out, bool name)
{
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = NULL;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].code == code) {
            *out = name ? errors[i].name : errors[i].text;
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_INVALID_VALUE;
}
DRIVER(cuGetErrorName, (CUresult code, const char **name)) { return text_of(code, name, true); }
DRIVER(cuGetErrorString, (CUresult code, const char **text)) { return text_of(code, text, false); }

DRIVER(cuGetProcAddress_v2, (const char *symbol, void **pointer, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status))
{
    int known = 0;
    if (!symbol || !pointer || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    *pointer = iq_cuda_proc_find(symbol, version,
                                 flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &known);
    if (status)
        *status = *pointer ? CU_GET_PROC_ADDRESS_SUCCESS
                  : known  ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                           : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *pointer ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

DRIVER(cuGetProcAddress, (const char *symbol, void **pointer, int version, cuuint64_t flags))
{
    return cuGetProcAddress_v2(symbol, pointer, version, flags, NULL);
}

/* There are no private tables. */
DRIVER(cuGetExportTable, (const void **table, const CUuuid *id))
{
    if (!table || !id)
        return CUDA_ERROR_INVALID_VALUE;
    *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}

DRIVER(cuProfilerStart, (void))
{
    struct iq_ctx *ctx;
    return iq_leave(iq_enter(&ctx));
}
DRIVER(cuProfilerStop, (void))
{
    struct iq_ctx *ctx;
    return iq_leave(iq_enter(&ctx));
}

/* Those who want to be told what the driver's log says.  It says nothing, because programs only
 * want to know more about errors, and that inquest tells. */
enum { LOG_READERS = 64 };
static uint64_t log_readers; /* atomic; a bit of each */

DRIVER(cuLogsRegisterCallback, (CUlogsCallback function, void *user, CUlogsCallbackHandle *handle))
{
    uint64_t readers = __atomic_load_n(&log_readers, __ATOMIC_RELAXED);
    int bit;
    (void)user;
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    do {
        if (readers == UINT64_MAX)
            return CUDA_ERROR_OUT_OF_MEMORY;
        bit = __builtin_ctzll(~readers);
    } while (!__atomic_compare_exchange_n(&log_readers, &readers, readers | 1ull << bit, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    if (handle)
        *handle = (CUlogsCallbackHandle)(uintptr_t)(bit + 1);
    return CUDA_SUCCESS;
}

DRIVER(cuLogsUnregisterCallback, (CUlogsCallbackHandle handle))
{
    uintptr_t number = (uintptr_t)handle;
    if (!number || number > LOG_READERS)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t bit = 1ull << (number - 1);
    uint64_t readers = __atomic_fetch_and(&log_readers, ~bit, __ATOMIC_RELAXED);
    return readers & bit ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
