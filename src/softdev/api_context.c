/* Driver API: contexts. */
#include <string.h>

#include "softdev/capture.h"
#include "softdev/memory.h"

/* One way to wait at most. */
static bool are_flags_legal(unsigned flags)
{
    unsigned way = flags & CU_CTX_SCHED_MASK;
    return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && !(way & (way - 1));
}

static CUresult create(CUcontext *made, unsigned flags, CUdevice ordinal)
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r && (!made || !are_flags_legal(flags)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_device_get(ordinal, &device);
    struct iq_ctx *ctx = r ? NULL : iq_ctx_new(device, flags);
    if (!r)
        r = ctx ? iq_ctx_push(ctx) : CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        *made = iq_obj_handle(ctx);
    return iq_leave(r);
}

DRIVER(cuCtxCreate, (CUcontext * ctx, unsigned flags, CUdevice device))
{
    return create(ctx, flags, device);
}
DRIVER(cuCtxCreate_v2, (CUcontext * ctx, unsigned flags, CUdevice device))
{
    return create(ctx, flags, device);
}
DRIVER(cuCtxCreate_v3,
       (CUcontext * ctx, CUexecAffinityParam *params, int count, unsigned flags, CUdevice device))
{
    if (count > 0 && !params)
        return CUDA_ERROR_INVALID_VALUE;
    return count > 0 ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY : create(ctx, flags, device);
}
DRIVER(cuCtxCreate_v4,
       (CUcontext * ctx, CUctxCreateParams *params, unsigned flags, CUdevice device))
{
    if (params && params->cigParams)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (params && params->numExecAffinityParams)
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return create(ctx, flags, device);
}

DRIVER(cuCtxDestroy_v2, (CUcontext handle))
{
    struct iq_ctx *ctx;
    CUresult why, r = iq_enter_plain();
    if (!r)
        r = handle && iq_obj_get(handle, IQ_OBJ_CONTEXT, &why) ? iq_ctx_get(handle, &ctx)
            : handle                                           ? CUDA_ERROR_INVALID_CONTEXT
                                                               : CUDA_ERROR_INVALID_VALUE;
    if (!r && ctx->primary)
        r = CUDA_ERROR_INVALID_CONTEXT;
    if (!r) {
        iq_ctx_end(ctx);
        if (iq_ctx_current() == ctx)
            iq_ctx_pop();
    }
    return iq_leave(r);
}
DRIVER(cuCtxDestroy, (CUcontext handle)) { return cuCtxDestroy_v2(handle); }

DRIVER(cuCtxAttach, (CUcontext * made, unsigned flags))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_calm(&ctx);
    if (!r && (!made || flags))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *made = iq_obj_handle(ctx);
    return iq_leave(r);
}

DRIVER(cuCtxDetach, (CUcontext handle))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_calm(&ctx);
    if (!r && (void *)handle != iq_obj_handle(ctx))
        r = CUDA_ERROR_INVALID_CONTEXT;
    return iq_leave(r);
}

/* A destroyed context may be made current; it is the next call that fails. */
DRIVER(cuCtxSetCurrent, (CUcontext handle))
{
    CUresult why, r = iq_enter_plain();
    if (r)
        return iq_leave(r);
    struct iq_ctx *ctx = handle ? iq_obj_get(handle, IQ_OBJ_CONTEXT, &why) : NULL;
    if (handle && !ctx)
        return iq_leave(CUDA_ERROR_INVALID_CONTEXT);
    iq_ctx_set_current(ctx);
    return iq_leave(CUDA_SUCCESS);
}

DRIVER(cuCtxGetCurrent, (CUcontext * handle))
{
    CUresult r = iq_enter_plain();
    if (!r && !handle)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *handle = iq_ctx_current() ? iq_obj_handle(iq_ctx_current()) : NULL;
    return iq_leave(r);
}

DRIVER(cuCtxPushCurrent_v2, (CUcontext handle))
{
    CUresult why, r = iq_enter_plain();
    struct iq_ctx *ctx = r ? NULL : iq_obj_get(handle, IQ_OBJ_CONTEXT, &why);
    if (!r)
        r = ctx ? iq_ctx_push(ctx) : handle ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r);
}
DRIVER(cuCtxPushCurrent, (CUcontext handle)) { return cuCtxPushCurrent_v2(handle); }

DRIVER(cuCtxPopCurrent_v2, (CUcontext * handle))
{
    CUresult r = iq_enter_plain();
    struct iq_ctx *ctx = r ? NULL : iq_ctx_pop();
    if (!r && !ctx)
        r = CUDA_ERROR_INVALID_CONTEXT;
    if (!r && handle)
        *handle = iq_obj_handle(ctx);
    return iq_leave(r);
}
DRIVER(cuCtxPopCurrent, (CUcontext * handle)) { return cuCtxPopCurrent_v2(handle); }

static CUresult get_device(CUdevice *device, CUcontext handle)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_ctx_get(handle, &ctx);
    if (!r && !device)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *device = ctx->device->ordinal;
    return iq_leave(r);
}
DRIVER(cuCtxGetDevice, (CUdevice * device)) { return get_device(device, NULL); }
DRIVER(cuCtxGetDevice_v2, (CUdevice * device, CUcontext ctx)) { return get_device(device, ctx); }

static CUresult synchronize(CUcontext handle)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_ctx_get(handle, &ctx);
    if (!r)
        r = (CUresult)atomic_load(&ctx->sticky);
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r)
        r = iq_ctx_drain(ctx);
    return iq_leave(r);
}
DRIVER(cuCtxSynchronize, (void)) { return synchronize(NULL); }
DRIVER(cuCtxSynchronize_v2, (CUcontext ctx)) { return synchronize(ctx); }

DRIVER(cuCtxGetApiVersion, (CUcontext handle, unsigned *version))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_ctx_get(handle, &ctx);
    if (!r && !version)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *version = 3020;
    return iq_leave(r);
}

DRIVER(cuCtxGetId, (CUcontext handle, unsigned long long *id))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_ctx_get(handle, &ctx);
    if (!r && !id)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *id = ctx->id;
    return iq_leave(r);
}

DRIVER(cuCtxGetFlags, (unsigned *flags))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_calm(&ctx);
    if (!r && !flags)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *flags = ctx->flags;
    return iq_leave(r);
}

DRIVER(cuCtxSetFlags, (unsigned flags))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter_calm(&ctx);
    if (!r && flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        ctx->flags = flags;
    return iq_leave(r);
}

DRIVER(cuCtxGetLimit, (size_t * value, CUlimit limit))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && !value)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && ((unsigned)limit >= CU_LIMIT_SHMEM_SIZE || limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH))
        r = CUDA_ERROR_UNSUPPORTED_LIMIT;
    if (!r)
        *value = ctx->limits[limit];
    return iq_leave(r);
}

DRIVER(cuCtxSetLimit, (CUlimit limit, size_t value))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && ((unsigned)limit >= CU_LIMIT_SHMEM_SIZE || limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH))
        r = (unsigned)limit >= CU_LIMIT_MAX ? CUDA_ERROR_INVALID_VALUE
                                            : CUDA_ERROR_UNSUPPORTED_LIMIT;
    if (!r && ctx->heap &&
        (limit == CU_LIMIT_MALLOC_HEAP_SIZE || limit == CU_LIMIT_PRINTF_FIFO_SIZE) &&
        value != ctx->limits[limit])
        r = CUDA_ERROR_INVALID_VALUE; /* the heap is in use */
    if (!r && limit == CU_LIMIT_STACK_SIZE && value > (512u << 10))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        ctx->limits[limit] = limit == CU_LIMIT_STACK_SIZE ? (value + 15) & ~(size_t)15 : value;
    return iq_leave(r);
}

DRIVER(cuCtxGetCacheConfig, (CUfunc_cache * config))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && !config)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *config = ctx->cache_config;
    return iq_leave(r);
}

DRIVER(cuCtxSetCacheConfig, (CUfunc_cache config))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        ctx->cache_config = config;
    return iq_leave(r);
}

DRIVER(cuCtxGetSharedMemConfig, (CUsharedconfig * config))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && !config)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return iq_leave(r);
}

DRIVER(cuCtxSetSharedMemConfig, (CUsharedconfig config))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    return iq_leave(r ? r
                    : (unsigned)config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
                        ? CUDA_ERROR_INVALID_VALUE
                        : CUDA_SUCCESS);
}

DRIVER(cuCtxGetStreamPriorityRange, (int *least, int *greatest))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && least)
        *least = 0;
    if (!r && greatest)
        *greatest = -5;
    return iq_leave(r);
}

DRIVER(cuCtxResetPersistingL2Cache, (void))
{
    struct iq_ctx *ctx;
    return iq_leave(iq_enter(&ctx));
}

DRIVER(cuCtxGetExecAffinity, (CUexecAffinityParam * param, CUexecAffinityType type))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    return iq_leave(r                ? r
                    : !param || type ? CUDA_ERROR_INVALID_VALUE
                                     : CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
}

static CUresult event_of_ctx(CUcontext handle, CUevent event_handle, bool record)
{
    struct iq_ctx *ctx;
    struct iq_soft_event *event;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_ctx_get(handle, &ctx);
    if (!r)
        r = iq_event_get(event_handle, &event);
    if (!r && event->ctx != ctx && record)
        r = CUDA_ERROR_INVALID_HANDLE;
    struct iq_op *op = r ? NULL : iq_op_new(ctx, NULL);
    if (!r && !op)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (r)
        return iq_leave(r);
    if (!record)
        iq_op_after(op, event->recorded);
    for (struct iq_stream *stream = ctx->streams; stream; stream = stream->next) {
        iq_op_after(op, stream->tail);
        if (!record) {
            iq_op_ref(op);
            iq_op_unref(stream->tail);
            stream->tail = op;
        }
    }
    iq_op_submit(op);
    if (record) {
        iq_op_unref(event->recorded);
        event->recorded = op;
    } else {
        iq_op_unref(op);
    }
    return iq_leave(CUDA_SUCCESS);
}
DRIVER(cuCtxRecordEvent, (CUcontext ctx, CUevent event)) { return event_of_ctx(ctx, event, true); }
DRIVER(cuCtxWaitEvent, (CUcontext ctx, CUevent event)) { return event_of_ctx(ctx, event, false); }

/* ---- primary contexts ---- */

/* After a fault the device stays unavailable to the process, as measured. */
DRIVER(cuDevicePrimaryCtxRetain, (CUcontext * handle, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = handle ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r && device->primary->destroyed && device->primary->broken)
        r = CUDA_ERROR_DEVICE_UNAVAILABLE;
    if (r)
        return iq_leave(r);
    if (device->primary->destroyed)
        iq_ctx_renew(device->primary);
    if (!device->primary->legacy)
        return iq_leave(CUDA_ERROR_OUT_OF_MEMORY);
    device->primary->retains++;
    *handle = iq_obj_handle(device->primary);
    return iq_leave(CUDA_SUCCESS);
}

DRIVER(cuDevicePrimaryCtxRelease_v2, (CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_device_get(ordinal, &device);
    if (!r && !device->primary->retains)
        r = CUDA_ERROR_INVALID_CONTEXT;
    if (!r && !--device->primary->retains && !device->primary->destroyed)
        iq_ctx_end(device->primary);
    return iq_leave(r);
}
DRIVER(cuDevicePrimaryCtxRelease, (CUdevice device))
{
    return cuDevicePrimaryCtxRelease_v2(device);
}

DRIVER(cuDevicePrimaryCtxReset_v2, (CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_device_get(ordinal, &device);
    if (!r && !device->primary->destroyed)
        iq_ctx_end(device->primary); /* retains still have to be released */
    return iq_leave(r);
}
DRIVER(cuDevicePrimaryCtxReset, (CUdevice device)) { return cuDevicePrimaryCtxReset_v2(device); }

DRIVER(cuDevicePrimaryCtxGetState, (CUdevice ordinal, unsigned *flags, int *active))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_device_get(ordinal, &device);
    if (!r && (!flags || !active))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        *flags = device->primary->flags;
        *active = !device->primary->destroyed;
    }
    return iq_leave(r);
}

DRIVER(cuDevicePrimaryCtxSetFlags_v2, (CUdevice ordinal, unsigned flags))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_device_get(ordinal, &device);
    if (!r && !are_flags_legal(flags))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        device->primary->flags = flags;
    return iq_leave(r);
}
DRIVER(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned flags))
{
    return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

/* ---- peers ---- */

DRIVER(cuCtxEnablePeerAccess, (CUcontext handle, unsigned flags))
{
    struct iq_ctx *ctx, *peer;
    CUresult r = iq_enter(&ctx);
    if (!r && flags)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = handle ? iq_ctx_get(handle, &peer) : CUDA_ERROR_INVALID_CONTEXT;
    if (!r && peer->device == ctx->device)
        r = CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    if (!r && ctx->peers >> peer->device->ordinal & 1)
        r = CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
    if (!r)
        ctx->peers |= 1u << peer->device->ordinal;
    return iq_leave(r);
}

DRIVER(cuCtxDisablePeerAccess, (CUcontext handle))
{
    struct iq_ctx *ctx, *peer;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = handle ? iq_ctx_get(handle, &peer) : CUDA_ERROR_INVALID_CONTEXT;
    if (!r && !(ctx->peers >> peer->device->ordinal & 1))
        r = CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
    if (!r)
        ctx->peers &= ~(1u << peer->device->ordinal);
    return iq_leave(r);
}
