/* Driver API: error texts, look-up of entry points, IPC, profiler, private tables. */
#include <string.h>
#include <unistd.h>

#include "iq_cuda_stubs.h"
#include "softdev/memory.h"

static const struct { CUresult code; const char *name, *text; } errors[] = {
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
    *pointer = iq_cuda_proc_find(symbol, version, flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &known);
    if (status)
        *status = *pointer ? CU_GET_PROC_ADDRESS_SUCCESS : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
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

/* ---- sharing with other processes: handles can be made, but no other process has this device's memory ---- */

static const char ipc_mark[8] = "iq-ipc-1";
struct ipc { char mark[8]; pid_t pid; uint64_t base; };

DRIVER(cuIpcGetMemHandle, (CUipcMemHandle *handle, CUdeviceptr address))
{
    struct iq_ctx *ctx;
    struct ipc ipc = { .pid = getpid() };
    CUresult r = iq_enter(&ctx);
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!handle || !alloc || alloc->kind != IQ_ALLOC_DEVICE))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        memcpy(ipc.mark, ipc_mark, sizeof ipc_mark);
        ipc.base = alloc->base;
        memset(handle, 0, sizeof *handle);
        memcpy(handle, &ipc, sizeof ipc);
    }
    return iq_leave(r);
}

DRIVER(cuIpcOpenMemHandle_v2, (CUdeviceptr *address, CUipcMemHandle handle, unsigned flags))
{
    struct iq_ctx *ctx;
    struct ipc ipc;
    CUresult r = iq_enter(&ctx);
    memcpy(&ipc, &handle, sizeof ipc);
    if (!r && (!address || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS || memcmp(ipc.mark, ipc_mark, sizeof ipc_mark)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = ipc.pid == getpid() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_MAP_FAILED;
    return iq_leave(r);
}
DRIVER(cuIpcOpenMemHandle, (CUdeviceptr *address, CUipcMemHandle handle, unsigned flags))
{
    return cuIpcOpenMemHandle_v2(address, handle, flags);
}

DRIVER(cuIpcCloseMemHandle, (CUdeviceptr address))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    (void)address;
    return iq_leave(r ? r : CUDA_ERROR_INVALID_VALUE);
}

DRIVER(cuIpcGetEventHandle, (CUipcEventHandle *handle, CUevent event))
{
    CUresult why, r = iq_enter_plain();
    if (!r && (!handle || !iq_obj_get(event, IQ_OBJ_EVENT, &why)))
        r = handle ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r ? r : CUDA_ERROR_INVALID_HANDLE);     /* no event here is made for other processes */
}

DRIVER(cuIpcOpenEventHandle, (CUevent *event, CUipcEventHandle handle))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    (void)event, (void)handle;
    return iq_leave(r ? r : CUDA_ERROR_INVALID_VALUE);
}
