/* Driver API: streams and events. */
#include <string.h>

#include "softdev/capture.h"

static CUresult create(CUstream *made, unsigned flags, int priority)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && (!made || flags & ~(unsigned)CU_STREAM_NON_BLOCKING))
        r = CUDA_ERROR_INVALID_VALUE;
    struct iq_stream *stream = r ? NULL
                                 : iq_stream_new(ctx, flags,
                                                 priority > 0    ? 0
                                                 : priority < -5 ? -5
                                                                 : priority);
    if (!r && !stream)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        *made = iq_obj_handle(stream);
    return iq_leave(r);
}

DRIVER(cuStreamCreate, (CUstream * stream, unsigned flags)) { return create(stream, flags, 0); }
DRIVER(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority))
{
    return create(stream, flags, priority);
}

/* The default streams cannot be destroyed; pending work goes on. */
DRIVER(cuStreamDestroy_v2, (CUstream handle))
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r && (uintptr_t)handle <= 2)
        r = CUDA_ERROR_INVALID_HANDLE;
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    if (!r && (stream->legacy || stream->per_thread))
        r = CUDA_ERROR_INVALID_HANDLE;
    if (!r) {
        /* Later work of the default stream still has to wait for what is pending here. */
        if (!(stream->flags & CU_STREAM_NON_BLOCKING) && stream->tail && !stream->tail->done &&
            stream->ctx->legacy) {
            struct iq_op *op = iq_op_new(stream->ctx, NULL);
            if (op) {
                iq_op_after(op, stream->ctx->legacy->tail);
                iq_op_after(op, stream->tail);
                iq_op_unref(stream->ctx->legacy->tail);
                stream->ctx->legacy->tail = op;
                iq_op_submit(op);
            }
        }
        if (stream->tail && !stream->tail->done) /* the stream goes, its work does not */
            iq_ctx_follow(stream->ctx, stream->tail);
        iq_stream_destroy(stream, false);
    }
    return iq_leave(r);
}
DRIVER(cuStreamDestroy, (CUstream stream)) { return cuStreamDestroy_v2(stream); }

/* Asking a stream needs the calling thread to have a context, and the stream's to be usable. */
static CUresult enter_stream(CUstream handle, struct iq_stream **stream)
{
    struct iq_ctx *ctx;
    CUresult why, r = iq_enter_for_stream(&ctx);
    if (r == CUDA_ERROR_INVALID_CONTEXT && (uintptr_t)handle > 2) {
        *stream = iq_obj_get(handle, IQ_OBJ_STREAM, &why);
        return why;
    }
    if (!r)
        r = iq_stream_get(handle, ctx, stream);
    if (!r && (*stream)->ctx != ctx)
        r = iq_ctx_usable((*stream)->ctx);
    return r;
}

static CUresult refuse_capturing(struct iq_stream *stream)
{
    if (stream->capture) {
        iq_capture_invalidate(stream->capture);
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    CUresult r = iq_capture_check_implicit(stream);
    return r ? r : iq_capture_check_unsafe();
}

static CUresult synchronize(CUstream handle)
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r)
        r = refuse_capturing(stream);
    return iq_leave(r ? r : iq_stream_wait_all(stream));
}
DRIVER(cuStreamSynchronize, (CUstream stream)) { return synchronize(stream); }
DRIVER(cuStreamSynchronize_ptsz, (CUstream stream)) { return synchronize(iq_per_thread(stream)); }

static bool is_busy(const struct iq_stream *stream)
{
    if (stream->tail && !stream->tail->done)
        return true;
    for (const struct iq_stream *other = stream->legacy ? stream->ctx->streams : NULL; other;
         other = other->next)
        if (!(other->flags & CU_STREAM_NON_BLOCKING) && other->tail && !other->tail->done)
            return true;
    return false;
}

static CUresult query(CUstream handle)
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r)
        r = refuse_capturing(stream);
    if (!r && is_busy(stream))
        r = CUDA_ERROR_NOT_READY;
    return iq_leave(r);
}
DRIVER(cuStreamQuery, (CUstream stream)) { return query(stream); }
DRIVER(cuStreamQuery_ptsz, (CUstream stream)) { return query(iq_per_thread(stream)); }

static CUresult wait_event(CUstream handle, CUevent event_handle, unsigned flags)
{
    struct iq_stream *stream;
    struct iq_soft_event *event;
    CUresult r = enter_stream(handle, &stream);
    if (!r)
        r = flags & ~(unsigned)CU_EVENT_WAIT_EXTERNAL ? CUDA_ERROR_INVALID_VALUE
                                                      : iq_event_get(event_handle, &event);
    return iq_leave(r ? r : iq_stream_wait_event(stream, event, flags));
}
DRIVER(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))
{
    return wait_event(stream, event, flags);
}
DRIVER(cuStreamWaitEvent_ptsz, (CUstream stream, CUevent event, unsigned flags))
{
    return wait_event(iq_per_thread(stream), event, flags);
}

static CUresult host_work(CUstream handle, CUhostFn fn, CUstreamCallback callback, void *user,
                          unsigned flags)
{
    struct iq_stream *stream;
    struct iq_work work = { .kind = callback ? IQ_WORK_CALLBACK : IQ_WORK_HOST };
    CUresult r = enter_stream(handle, &stream);
    if (!r && ((!fn && !callback) || flags))
        r = CUDA_ERROR_INVALID_VALUE;
    work.u.host =
        (struct iq_host_work){ .fn = fn, .callback = callback, .stream = handle, .user = user };
    return iq_leave(r ? r : iq_stream_enqueue(stream, &work));
}
DRIVER(cuStreamAddCallback,
       (CUstream stream, CUstreamCallback callback, void *user, unsigned flags))
{
    return host_work(stream, NULL, callback, user, flags);
}
DRIVER(cuStreamAddCallback_ptsz,
       (CUstream stream, CUstreamCallback callback, void *user, unsigned flags))
{
    return host_work(iq_per_thread(stream), NULL, callback, user, flags);
}
DRIVER(cuLaunchHostFunc, (CUstream stream, CUhostFn fn, void *user))
{
    return host_work(stream, fn, NULL, user, 0);
}
DRIVER(cuLaunchHostFunc_ptsz, (CUstream stream, CUhostFn fn, void *user))
{
    return host_work(iq_per_thread(stream), fn, NULL, user, 0);
}

/* ---- questions ---- */

DRIVER(cuStreamGetFlags, (CUstream handle, unsigned *flags))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && !flags)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *flags = stream->flags;
    return iq_leave(r);
}
DRIVER(cuStreamGetFlags_ptsz, (CUstream stream, unsigned *flags))
{
    return cuStreamGetFlags(iq_per_thread(stream), flags);
}

DRIVER(cuStreamGetPriority, (CUstream handle, int *priority))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && !priority)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *priority = stream->priority;
    return iq_leave(r);
}
DRIVER(cuStreamGetPriority_ptsz, (CUstream stream, int *priority))
{
    return cuStreamGetPriority(iq_per_thread(stream), priority);
}

DRIVER(cuStreamGetId, (CUstream handle, unsigned long long *id))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && !id)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *id = stream->id;
    return iq_leave(r);
}
DRIVER(cuStreamGetId_ptsz, (CUstream stream, unsigned long long *id))
{
    return cuStreamGetId(iq_per_thread(stream), id);
}

DRIVER(cuStreamGetCtx, (CUstream handle, CUcontext *ctx))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && !ctx)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *ctx = iq_obj_handle(stream->ctx);
    return iq_leave(r);
}
DRIVER(cuStreamGetCtx_ptsz, (CUstream stream, CUcontext *ctx))
{
    return cuStreamGetCtx(iq_per_thread(stream), ctx);
}
DRIVER(cuStreamGetCtx_v2, (CUstream stream, CUcontext *ctx, CUgreenCtx *green))
{
    CUresult r = cuStreamGetCtx(stream, ctx);
    if (!r && green)
        *green = NULL;
    return r;
}
DRIVER(cuStreamGetCtx_v2_ptsz, (CUstream stream, CUcontext *ctx, CUgreenCtx *green))
{
    return cuStreamGetCtx_v2(iq_per_thread(stream), ctx, green);
}

DRIVER(cuStreamGetDevice, (CUstream handle, CUdevice *device))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && !device)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *device = stream->ctx->device->ordinal;
    return iq_leave(r);
}
DRIVER(cuStreamGetDevice_ptsz, (CUstream stream, CUdevice *device))
{
    return cuStreamGetDevice(iq_per_thread(stream), device);
}

DRIVER(cuStreamCopyAttributes, (CUstream to, CUstream from))
{
    struct iq_stream *target, *source;
    CUresult r = enter_stream(to, &target);
    if (!r)
        r = iq_stream_get(from, target->ctx, &source);
    if (!r)
        memcpy(target->attributes, source->attributes, sizeof target->attributes);
    return iq_leave(r);
}
DRIVER(cuStreamCopyAttributes_ptsz, (CUstream to, CUstream from))
{
    return cuStreamCopyAttributes(iq_per_thread(to), iq_per_thread(from));
}

DRIVER(cuStreamGetAttribute, (CUstream handle, CUstreamAttrID attribute, CUstreamAttrValue *value))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && (!value || (unsigned)attribute >= CU_LAUNCH_ATTRIBUTE_MAX))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *value = stream->attributes[attribute];
    if (!r && attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        value->priority = stream->priority;
    return iq_leave(r);
}
DRIVER(cuStreamGetAttribute_ptsz,
       (CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value))
{
    return cuStreamGetAttribute(iq_per_thread(stream), attribute, value);
}
bool iq_launch_is_attribute_legal(CUlaunchAttributeID attribute,
                                  const CUlaunchAttributeValue *value)
{
    enum { LARGEST_WINDOW = 128 << 20 };
    const CUaccessPolicyWindow *window = &value->accessPolicyWindow;
    if (attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY)
        return value->syncPolicy >= CU_SYNC_POLICY_AUTO &&
               value->syncPolicy <= CU_SYNC_POLICY_BLOCKING_SYNC;
    return attribute != CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW ||
           (window->hitRatio >= 0 && window->hitRatio <= 1 &&
            (unsigned)window->missProp <= CU_ACCESS_PROPERTY_STREAMING &&
            window->num_bytes <= LARGEST_WINDOW);
}
DRIVER(cuStreamSetAttribute,
       (CUstream handle, CUstreamAttrID attribute, const CUstreamAttrValue *value))
{
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &stream);
    if (!r && (!value || (unsigned)attribute >= CU_LAUNCH_ATTRIBUTE_MAX ||
               !iq_launch_is_attribute_legal(attribute, value)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        stream->attributes[attribute] = *value;
    return iq_leave(r);
}
DRIVER(cuStreamSetAttribute_ptsz,
       (CUstream stream, CUstreamAttrID attribute, const CUstreamAttrValue *value))
{
    return cuStreamSetAttribute(iq_per_thread(stream), attribute, value);
}

/* ---- values in memory ---- */

static CUresult plan_value(const CUstreamBatchMemOpParams *op, struct iq_work *work)
{
    *work = (struct iq_work){ .kind = IQ_WORK_NOTHING };
    struct iq_value_work *value = &work->u.value;
    struct iq_side side;
    switch ((int)op->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        work->kind = IQ_WORK_WAIT_VALUE;
        value->wide = op->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64;
        value->address = op->waitValue.address;
        value->value = value->wide ? op->waitValue.value64 : op->waitValue.value;
        value->flags = op->waitValue.flags;
        break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        work->kind = IQ_WORK_WRITE_VALUE;
        value->wide = op->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
        value->address = op->writeValue.address;
        value->value = value->wide ? op->writeValue.value64 : op->writeValue.value;
        value->flags = op->writeValue.flags;
        break;
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER: return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    /* an H100 refuses CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER */
    unsigned flags = work->kind == IQ_WORK_WAIT_VALUE ? 3u | CU_STREAM_WAIT_VALUE_FLUSH : 0u;
    if (value->address % (value->wide ? 8 : 4) || value->flags & ~flags)
        return CUDA_ERROR_INVALID_VALUE;
    return iq_side_plan(value->address, value->wide ? 8 : 4, IQ_EXPECT_DEVICE, &side);
}

static CUresult batch(CUstream handle, unsigned count, const CUstreamBatchMemOpParams *ops,
                      unsigned flags)
{
    struct iq_stream *stream;
    struct iq_work work;
    CUresult r = enter_stream(handle, &stream);
    if (!r && ((count && !ops) || count > 256 || flags))
        r = CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count && !r; i++)
        r = plan_value(&ops[i], &work);
    for (unsigned i = 0; i < count && !r; i++) {
        plan_value(&ops[i], &work);
        r = iq_stream_enqueue(stream, &work);
    }
    return iq_leave(r);
}

static CUresult one_value(CUstream stream, CUstreamBatchMemOpType type, CUdeviceptr address,
                          uint64_t value, unsigned flags)
{
    CUstreamBatchMemOpParams op;
    memset(&op, 0, sizeof op);
    op.waitValue.operation = type;
    op.waitValue.address = address;
    op.waitValue.flags = flags;
    op.waitValue.value64 = value;
    return batch(stream, 1, &op, 0);
}

#define VALUE_API(name, bits, type)                                                              \
    DRIVER(name, (CUstream stream, CUdeviceptr address, cuuint##bits##_t value, unsigned flags)) \
    {                                                                                            \
        return one_value(stream, type, address, value, flags);                                   \
    }                                                                                            \
    DRIVER(name##_ptsz,                                                                          \
           (CUstream stream, CUdeviceptr address, cuuint##bits##_t value, unsigned flags))       \
    {                                                                                            \
        return one_value(iq_per_thread(stream), type, address, value, flags);                    \
    }
VALUE_API(cuStreamWaitValue32, 32, CU_STREAM_MEM_OP_WAIT_VALUE_32)
VALUE_API(cuStreamWaitValue32_v2, 32, CU_STREAM_MEM_OP_WAIT_VALUE_32)
VALUE_API(cuStreamWaitValue64, 64, CU_STREAM_MEM_OP_WAIT_VALUE_64)
VALUE_API(cuStreamWaitValue64_v2, 64, CU_STREAM_MEM_OP_WAIT_VALUE_64)
VALUE_API(cuStreamWriteValue32, 32, CU_STREAM_MEM_OP_WRITE_VALUE_32)
VALUE_API(cuStreamWriteValue32_v2, 32, CU_STREAM_MEM_OP_WRITE_VALUE_32)
VALUE_API(cuStreamWriteValue64, 64, CU_STREAM_MEM_OP_WRITE_VALUE_64)
VALUE_API(cuStreamWriteValue64_v2, 64, CU_STREAM_MEM_OP_WRITE_VALUE_64)

#define BATCH_API(name)                                                                            \
    DRIVER(name, (CUstream stream, unsigned count, CUstreamBatchMemOpParams *ops, unsigned flags)) \
    {                                                                                              \
        return batch(stream, count, ops, flags);                                                   \
    }                                                                                              \
    DRIVER(name##_ptsz,                                                                            \
           (CUstream stream, unsigned count, CUstreamBatchMemOpParams *ops, unsigned flags))       \
    {                                                                                              \
        return batch(iq_per_thread(stream), count, ops, flags);                                    \
    }
BATCH_API(cuStreamBatchMemOp)
BATCH_API(cuStreamBatchMemOp_v2)
