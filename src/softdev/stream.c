/* Streams and events as objects: order, recording, waiting. */
#include "softdev/stream.h"

#include <stdlib.h>

#include "softdev/capture.h"
#include "softdev/observer.h"
#include "softdev/share.h"

/* Per-thread default streams die with their thread or context. */
struct thread_stream {
    struct iq_ctx *ctx;
    struct iq_stream *stream;
};
enum { THREAD_STREAMS = 32 };
static _Thread_local struct thread_stream thread_streams[THREAD_STREAMS];

static void stream_finish(struct iq_obj *obj)
{
    struct iq_stream *stream = (struct iq_stream *)obj;
    iq_op_unref(stream->tail);
    free(stream->capture_nodes);
}

struct iq_stream *iq_stream_new(struct iq_ctx *ctx, unsigned flags, int priority)
{
    struct iq_stream *stream = iq_obj_new(IQ_OBJ_STREAM, sizeof *stream);
    if (!stream)
        return NULL;
    stream->obj.finish = stream_finish;
    stream->ctx = ctx;
    stream->flags = flags;
    stream->priority = priority;
    stream->id = iq_next_id();
    stream->next = ctx->streams;
    ctx->streams = stream;
    return stream;
}

void iq_stream_destroy(struct iq_stream *stream, bool with_context)
{
    struct iq_stream **at = &stream->ctx->streams;
    while (*at && *at != stream)
        at = &(*at)->next;
    if (*at)
        *at = stream->next;
    if (stream->capture)
        iq_capture_abandon(stream);
    iq_obj_kill(stream, with_context);
}

static CUresult thread_stream(struct iq_ctx *ctx, struct iq_stream **stream)
{
    struct thread_stream *slot = NULL;
    for (int i = 0; i < THREAD_STREAMS; i++) {
        struct thread_stream *at = &thread_streams[i];
        if (at->ctx == ctx && at->stream->obj.slot) {
            *stream = at->stream;
            return CUDA_SUCCESS;
        }
        if (!slot && (!at->ctx || !at->stream->obj.slot))
            slot = at;
    }
    if (!slot)
        slot = &thread_streams[0];
    if (slot->stream)
        iq_obj_unref(slot->stream);
    *slot = (struct thread_stream){ NULL, NULL };
    *stream = iq_stream_new(ctx, CU_STREAM_DEFAULT, 0);
    if (!*stream)
        return CUDA_ERROR_OUT_OF_MEMORY;
    (*stream)->per_thread = true;
    iq_obj_ref(*stream);
    *slot = (struct thread_stream){ ctx, *stream };
    return CUDA_SUCCESS;
}

CUresult iq_stream_get(CUstream handle, struct iq_ctx *ctx, struct iq_stream **stream)
{
    CUresult why;
    if (!handle || handle == CU_STREAM_LEGACY) {
        *stream = ctx->legacy;
        return CUDA_SUCCESS;
    }
    if (handle == CU_STREAM_PER_THREAD)
        return thread_stream(ctx, stream);
    *stream = iq_obj_get(handle, IQ_OBJ_STREAM, &why);
    return why;
}

/* The default stream waits for all blocking streams and they for it; streams with
 * CU_STREAM_NON_BLOCKING stay outside. */
CUresult iq_stream_order(struct iq_stream *stream, struct iq_op *op)
{
    CUresult r = iq_op_after(op, stream->tail);
    if (stream->legacy) {
        for (struct iq_stream *other = stream->ctx->streams; other && !r; other = other->next)
            if (other != stream && !(other->flags & CU_STREAM_NON_BLOCKING))
                r = iq_op_after(op, other->tail);
    } else if (!(stream->flags & CU_STREAM_NON_BLOCKING)) {
        r = r ? r : iq_op_after(op, stream->ctx->legacy->tail);
    }
    iq_op_ref(op);
    iq_op_unref(stream->tail);
    stream->tail = op;
    return r;
}

static CUresult make_op(struct iq_stream *stream, struct iq_work *work, struct iq_op **op)
{
    CUresult r = iq_capture_check_implicit(stream);
    if (r && work)
        iq_work_finish(work);
    if (r)
        return r;
    *op = iq_op_new(stream->ctx, work);
    if (!*op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    iq_stream_order(stream, *op);
    return CUDA_SUCCESS;
}

CUresult iq_stream_enqueue(struct iq_stream *stream, struct iq_work *work)
{
    struct iq_op *op;
    if (stream->capture)
        return iq_capture_add(stream, work);
    CUresult r = make_op(stream, work, &op);
    if (r)
        return r;
    iq_op_submit(op);
    iq_op_unref(op);
    return CUDA_SUCCESS;
}

void iq_stream_linger(struct iq_stream *stream)
{
    const uint64_t patience_ns = 5000000000u;
    if (stream->tail && iq_observer_wants(IQ_SOFT_WATCH_IN_TURN))
        (void)iq_op_wait_until(stream->tail, iq_now_ns() + patience_ns);
}

CUresult iq_stream_run(struct iq_stream *stream, struct iq_work *work)
{
    struct iq_op *op;
    CUresult r = CUDA_SUCCESS;
    if (stream->capture) {
        iq_capture_invalidate(stream->capture);
        r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    if (!r)
        r = iq_capture_check_implicit(stream);
    if (!r)
        r = iq_capture_check_unsafe();
    if (r) {
        iq_work_finish(work);
        return r;
    }
    r = make_op(stream, work, &op);
    if (r)
        return r;
    r = iq_op_submit_and_wait(op);
    iq_op_unref(op);
    return r;
}

CUresult iq_stream_wait_all(struct iq_stream *stream)
{
    CUresult r = CUDA_SUCCESS;
    if (stream->legacy) {
        struct iq_op *op = iq_op_new(stream->ctx, NULL);
        if (!op)
            return CUDA_ERROR_OUT_OF_MEMORY;
        iq_stream_order(stream, op);
        iq_op_submit(op);
        r = iq_op_wait(op);
        iq_op_unref(op);
        return r;
    }
    if (stream->tail)
        r = iq_op_wait(stream->tail);
    return r ? r : (CUresult)atomic_load(&stream->ctx->sticky);
}

CUresult iq_event_get(CUevent handle, struct iq_soft_event **event)
{
    CUresult why;
    *event = iq_obj_get(handle, IQ_OBJ_EVENT, &why);
    return why;
}

bool iq_event_is_complete(const struct iq_soft_event *event)
{
    if (event->recorded && !event->recorded->done)
        return false;
    return !event->share ||
           iq_share_event_is_complete(event->share, iq_share_event_last(event->share));
}

struct iq_work iq_event_shared_work(struct iq_soft_event *event, bool record)
{
    struct iq_work work = { .kind = IQ_WORK_NOTHING };
    if (!event->share)
        return work;
    work.kind = record ? IQ_WORK_SHARED_RECORD : IQ_WORK_SHARED_WAIT;
    work.u.shared.event = event->share;
    work.u.shared.number =
        record ? iq_share_event_record(event->share) : iq_share_event_last(event->share);
    iq_share_event_ref(event->share);
    return work;
}

/* An event remembers the operation at the end of the stream, or, captured, the nodes there. */
CUresult iq_event_record(struct iq_soft_event *event, struct iq_stream *stream)
{
    if (stream->capture)
        return iq_capture_record(event, stream);
    if (event->ctx != stream->ctx)
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult r = iq_capture_check_implicit(stream);
    if (r)
        return r;
    struct iq_work work = iq_event_shared_work(event, true);
    struct iq_op *op = iq_op_new(stream->ctx, &work);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    iq_capture_forget_event(event);
    iq_stream_order(stream, op);
    iq_op_unref(event->recorded);
    event->recorded = op;
    iq_op_submit(op);
    return CUDA_SUCCESS;
}

CUresult iq_stream_wait_event(struct iq_stream *stream, struct iq_soft_event *event, unsigned flags)
{
    bool captured = iq_capture_of_event(event) != CU_STREAM_CAPTURE_STATUS_NONE;
    if (captured || stream->capture)
        return captured ? iq_capture_wait(stream, event)
               : flags & CU_EVENT_WAIT_EXTERNAL
                   ? CUDA_SUCCESS
                   : (iq_capture_invalidate(stream->capture), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
    CUresult r = iq_capture_check_implicit(stream);
    if (r || iq_event_is_complete(event))
        return r;
    struct iq_work work = iq_event_shared_work(event, false);
    struct iq_op *op = iq_op_new(stream->ctx, &work);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    r = iq_op_after(op, event->recorded);
    iq_stream_order(stream, op);
    iq_op_submit(op);
    iq_op_unref(op);
    return r;
}
