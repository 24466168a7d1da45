/* Driver API: memory, events and pools shared with other processes. */
#include <string.h>
#include <unistd.h>

#include "softdev/capture.h"
#include "softdev/pool.h"
#include "softdev/share.h"

/* ---- memory ---- */

DRIVER(cuIpcGetMemHandle, (CUipcMemHandle * handle, CUdeviceptr address))
{
    struct iq_ctx *ctx;
    struct iq_share_name name = { .owner = 0 };
    CUresult r = iq_enter(&ctx);
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!handle || !alloc || alloc->kind != IQ_ALLOC_DEVICE))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_share_export(alloc->base, IQ_SHARE_MEMORY, &name);
    if (!r) {
        memset(handle, 0, sizeof *handle);
        memcpy(handle, &name, sizeof name);
    }
    return iq_leave(r);
}

DRIVER(cuIpcOpenMemHandle_v2, (CUdeviceptr * address, CUipcMemHandle handle, unsigned flags))
{
    struct iq_ctx *ctx;
    struct iq_share_name name;
    struct iq_alloc *alloc;
    CUresult r = iq_enter(&ctx);
    memcpy(&name, &handle, sizeof name);
    if (!r && (!address || !(flags & CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) ||
               !iq_share_is_name(&name, IQ_SHARE_MEMORY)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && iq_share_is_own(&name))
        r = CUDA_ERROR_INVALID_CONTEXT;
    if (!r)
        r = iq_share_import(ctx, &name, &alloc);
    if (!r)
        *address = alloc->base;
    return iq_leave(r);
}
DRIVER(cuIpcOpenMemHandle, (CUdeviceptr * address, CUipcMemHandle handle, unsigned flags))
{
    return cuIpcOpenMemHandle_v2(address, handle, flags);
}

static struct iq_alloc *opened_at(CUdeviceptr address)
{
    struct iq_alloc *alloc = iq_alloc_find(address);
    return alloc && alloc->kind == IQ_ALLOC_IMPORTED && !alloc->pool && alloc->base == address
               ? alloc
               : NULL;
}

DRIVER(cuIpcCloseMemHandle, (CUdeviceptr address))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = opened_at(address) ? iq_ctx_drain(ctx) : CUDA_ERROR_INVALID_VALUE;
    struct iq_alloc *alloc = r ? NULL : opened_at(address);
    if (alloc)
        iq_share_close(alloc);
    return iq_leave(r);
}

/* ---- events ---- */

DRIVER(cuIpcGetEventHandle, (CUipcEventHandle * handle, CUevent of))
{
    struct iq_soft_event *event;
    struct iq_share_name name;
    CUresult r = iq_enter_plain();
    if (!r)
        r = handle && of ? iq_event_get(of, &event) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS
                         : CUDA_ERROR_INVALID_VALUE;
    if (!r && (!event->share || event->imported))
        r = CUDA_ERROR_INVALID_HANDLE;
    if (!r) {
        iq_share_event_name(event->share, &name);
        memset(handle, 0, sizeof *handle);
        memcpy(handle, &name, sizeof name);
    }
    return iq_leave(r);
}

DRIVER(cuIpcOpenEventHandle, (CUevent * made, CUipcEventHandle handle))
{
    struct iq_ctx *ctx;
    struct iq_share_name name;
    struct iq_soft_event *event;
    CUresult r = iq_enter(&ctx);
    memcpy(&name, &handle, sizeof name);
    if (!r && !made)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && !iq_share_is_name(&name, IQ_SHARE_EVENT))
        r = CUDA_ERROR_MAP_FAILED;
    if (!r && iq_share_is_own(&name))
        r = CUDA_ERROR_INVALID_CONTEXT;
    struct iq_share_event *share = r ? NULL : iq_share_event_open(&name);
    if (!r && !share)
        r = CUDA_ERROR_MAP_FAILED;
    if (!r)
        r = iq_event_new(ctx, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS, share, &event);
    if (!r) {
        event->imported = true;
        *made = iq_obj_handle(event);
    }
    return iq_leave(r);
}

/* ---- pools: the exported file only stands for the pool; each pointer brings a file of its own
 * ---- */

DRIVER(cuMemPoolExportToShareableHandle,
       (void *handle, CUmemoryPool of, CUmemAllocationHandleType type, cuuint64_t flags))
{
    struct iq_pool *pool;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_pool_get(of, &pool);
    /* an imported one has no types */
    return iq_leave(r ? r
                      : iq_share_give(pool->file, pool->props.handleTypes, handle, type, flags));
}

DRIVER(cuMemPoolImportFromShareableHandle,
       (CUmemoryPool * made, void *handle, CUmemAllocationHandleType type, cuuint64_t flags))
{
    struct iq_share_name name;
    struct iq_pool *pool = NULL;
    int fd = (int)(intptr_t)handle;
    CUresult r = iq_enter_plain();
    if (!r && type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r && (!made || flags || pread(fd, &name, sizeof name, 0) != sizeof name ||
               !iq_share_is_name(&name, IQ_SHARE_POOL) || name.device >= iq_soft.device_count))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_pool_import(&iq_soft.devices[name.device], name.inode, &pool);
    if (!r)
        *made = iq_obj_handle(pool);
    return iq_leave(r);
}

DRIVER(cuMemPoolExportPointer, (CUmemPoolPtrExportData * data, CUdeviceptr address))
{
    struct iq_share_name name;
    CUresult r = iq_enter_plain();
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!data || !alloc || alloc->base != address || alloc->kind != IQ_ALLOC_POOL ||
               !alloc->pool->props.handleTypes))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        name.owner = alloc->pool->inode;
        r = iq_share_export(alloc->base, IQ_SHARE_POINTER, &name);
    }
    if (!r) {
        memset(data, 0, sizeof *data);
        memcpy(data, &name, sizeof name);
    }
    return iq_leave(r);
}

DRIVER(cuMemPoolImportPointer,
       (CUdeviceptr * address, CUmemoryPool into, CUmemPoolPtrExportData *data))
{
    struct iq_pool *pool;
    struct iq_alloc *alloc;
    struct iq_share_name name;
    CUresult r = iq_enter_plain();
    if (!r)
        r = address && data ? iq_pool_get(into, &pool) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        memcpy(&name, data, sizeof name);
    if (!r && (!iq_share_is_name(&name, IQ_SHARE_POINTER) || !pool->imported ||
               name.owner != pool->inode))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_share_import(pool->device->primary, &name, &alloc);
    if (!r && !alloc->pool)
        iq_pool_adopt(pool, alloc);
    if (!r)
        *address = alloc->base;
    return iq_leave(r);
}
