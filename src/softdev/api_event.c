/* Driver API: events. */
#include <stdlib.h>

#include "softdev/capture.h"
#include "softdev/share.h"

static struct iq_soft_event *events;

static void event_finish(struct iq_obj *obj)
{
    struct iq_soft_event *event = (struct iq_soft_event *)obj;
    iq_op_unref(event->recorded);
    iq_share_event_unref(event->share);
    iq_capture_forget_event(event);
}

static void kill_event(struct iq_soft_event *event, bool with_context)
{
    *event->link = event->next;
    if (event->next)
        event->next->link = event->link;
    iq_obj_kill(event, with_context);
}

void iq_event_kill_all(struct iq_ctx *ctx)
{
    for (struct iq_soft_event *event = events, *next; event; event = next) {
        next = event->next;
        if (event->ctx == ctx)
            kill_event(event, true);
    }
}

CUresult iq_event_new(struct iq_ctx *ctx, unsigned flags, struct iq_share_event *share,
                      struct iq_soft_event **made)
{
    struct iq_soft_event *event = iq_obj_new(IQ_OBJ_EVENT, sizeof *event);
    if (!event) {
        iq_share_event_unref(share);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    event->obj.finish = event_finish;
    event->ctx = ctx;
    event->flags = flags;
    event->share = share;
    event->next = events;
    event->link = &events;
    if (events)
        events->link = &event->next;
    events = event;
    *made = event;
    return CUDA_SUCCESS;
}

DRIVER(cuEventCreate, (CUevent * made, unsigned flags))
{
    struct iq_ctx *ctx;
    struct iq_soft_event *event;
    CUresult r = iq_enter(&ctx);
    if (!r && (!made || flags & ~7u ||
               (flags & CU_EVENT_INTERPROCESS && !(flags & CU_EVENT_DISABLE_TIMING))))
        r = CUDA_ERROR_INVALID_VALUE;
    struct iq_share_event *share =
        !r && flags & CU_EVENT_INTERPROCESS ? iq_share_event_new() : NULL;
    if (!r && flags & CU_EVENT_INTERPROCESS && !share)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        r = iq_event_new(ctx, flags, share, &event);
    if (!r)
        *made = iq_obj_handle(event);
    return iq_leave(r);
}

/* Events may be used without their context being current, but not without any driver state. */
static CUresult enter_event(CUevent handle, struct iq_soft_event **event)
{
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_event_get(handle, event);
    return r ? r : iq_ctx_usable((*event)->ctx);
}

DRIVER(cuEventDestroy_v2, (CUevent handle))
{
    struct iq_soft_event *event;
    CUresult r = enter_event(handle, &event);
    if (!r)
        kill_event(event, false);
    return iq_leave(r);
}
DRIVER(cuEventDestroy, (CUevent event)) { return cuEventDestroy_v2(event); }

static CUresult record(CUevent handle, CUstream stream_handle, unsigned flags)
{
    struct iq_ctx *ctx;
    struct iq_soft_event *event;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (r == CUDA_ERROR_INVALID_CONTEXT && !iq_event_get(handle, &event))
        ctx = event->ctx, r = iq_ctx_usable(ctx);
    else if (r == CUDA_ERROR_INVALID_CONTEXT &&
             iq_event_get(handle, &event) == CUDA_ERROR_CONTEXT_IS_DESTROYED)
        r = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (!r && flags & ~(unsigned)CU_EVENT_RECORD_EXTERNAL)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_event_get(handle, &event);
    if (!r)
        r = iq_stream_get(stream_handle, ctx, &stream);
    if (!r && stream->ctx != ctx)
        r = iq_ctx_usable(stream->ctx);
    return iq_leave(r ? r : iq_event_record(event, stream));
}
DRIVER(cuEventRecord, (CUevent event, CUstream stream)) { return record(event, stream, 0); }
DRIVER(cuEventRecord_ptsz, (CUevent event, CUstream stream))
{
    return record(event, iq_per_thread(stream), 0);
}
DRIVER(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags))
{
    return record(event, stream, flags);
}
DRIVER(cuEventRecordWithFlags_ptsz, (CUevent event, CUstream stream, unsigned flags))
{
    return record(event, iq_per_thread(stream), flags);
}

/* Asking about an event of a running capture spoils the capture. */
static CUresult refuse_captured(struct iq_soft_event *event)
{
    switch (iq_capture_of_event(event)) {
    case CU_STREAM_CAPTURE_STATUS_ACTIVE:
        iq_capture_invalidate(event->capture);
        return CUDA_ERROR_CAPTURED_EVENT;
    case CU_STREAM_CAPTURE_STATUS_INVALIDATED: return CUDA_ERROR_INVALID_VALUE;
    default: return iq_capture_check_unsafe();
    }
}

DRIVER(cuEventQuery, (CUevent handle))
{
    struct iq_soft_event *event;
    CUresult r = enter_event(handle, &event);
    if (!r)
        r = refuse_captured(event);
    if (!r && !iq_event_is_complete(event))
        r = CUDA_ERROR_NOT_READY;
    return iq_leave(r);
}

/* The lock is dropped meanwhile, and the event may be destroyed. */
static CUresult wait_for_others(struct iq_soft_event *event)
{
    struct iq_work work = iq_event_shared_work(event, false);
    struct iq_ctx *ctx = event->ctx;
    iq_unlock();
    while (!iq_share_event_wait(work.u.shared.event, work.u.shared.number) &&
           !atomic_load(&ctx->sticky))
        ;
    iq_lock();
    iq_work_finish(&work);
    return iq_ctx_usable(ctx);
}

DRIVER(cuEventSynchronize, (CUevent handle))
{
    struct iq_soft_event *event;
    CUresult r = enter_event(handle, &event);
    if (!r)
        r = refuse_captured(event);
    if (!r && event->recorded)
        r = iq_op_wait(event->recorded);
    if (!r && event->share)
        r = wait_for_others(event);
    return iq_leave(r);
}

/* Last recorded in a capture that is over. */
static bool was_captured(const struct iq_soft_event *event)
{
    return event->capture && iq_capture_of_event(event) == CU_STREAM_CAPTURE_STATUS_NONE;
}

DRIVER(cuEventElapsedTime_v2, (float *milliseconds, CUevent from, CUevent to))
{
    struct iq_soft_event *start, *end;
    CUresult r = enter_event(from, &start);
    if (!r)
        r = iq_event_get(to, &end);
    if (!r && !milliseconds)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && (was_captured(start) || was_captured(end)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && (start->ctx != end->ctx || !start->recorded || !end->recorded ||
               (start->flags | end->flags) & CU_EVENT_DISABLE_TIMING))
        r = CUDA_ERROR_INVALID_HANDLE;
    if (!r && (iq_capture_of_event(start) || iq_capture_of_event(end)))
        r = CUDA_ERROR_CAPTURED_EVENT;
    if (!r && (!start->recorded->done || !end->recorded->done))
        r = CUDA_ERROR_NOT_READY;
    if (!r)
        *milliseconds =
            (float)((double)(int64_t)(end->recorded->done_ns - start->recorded->done_ns) / 1e6);
    return iq_leave(r);
}
DRIVER(cuEventElapsedTime, (float *milliseconds, CUevent from, CUevent to))
{
    return cuEventElapsedTime_v2(milliseconds, from, to);
}
