/* Streams and events.  Owner: the context's list holds streams; events stand alone.  Threads:
 * driver lock. */
#ifndef IQ_SOFTDEV_STREAM_H
#define IQ_SOFTDEV_STREAM_H

#include "softdev/engine.h"

struct iq_capture;
struct iq_soft_node;

struct iq_stream {
    struct iq_obj obj;
    struct iq_ctx *ctx;
    unsigned flags;
    int priority;
    uint64_t id;
    bool legacy, per_thread;
    struct iq_op *tail; /* last operation, holds a reference; NULL: none yet */
    struct iq_stream *next;
    struct iq_capture *capture;          /* capture that this stream takes part in */
    struct iq_soft_node **capture_nodes; /* what the next captured node depends on */
    size_t capture_node_count;
    CUlaunchAttributeValue attributes[CU_LAUNCH_ATTRIBUTE_MAX];
};

struct iq_soft_event {
    struct iq_obj obj;
    struct iq_ctx *ctx;
    unsigned flags;
    struct iq_op *recorded;     /* NULL: never recorded */
    struct iq_capture *capture; /* last recorded inside a capture */
    uint64_t capture_id;
    struct iq_soft_node **capture_nodes;
    size_t capture_node_count;
    struct iq_share_event *share;       /* of several processes; or NULL */
    bool imported;                      /* made by another one */
    struct iq_soft_event *next, **link; /* in the list of all */
};

/* Stream of a handle: 0, 1 and 2 are the default streams of [ctx] (the current one).  A dead one
 * gives 400 or 709. */
CUresult iq_stream_get(CUstream handle, struct iq_ctx *ctx, struct iq_stream **stream);
CUresult iq_event_get(CUevent handle, struct iq_soft_event **event);
struct iq_stream *iq_stream_new(struct iq_ctx *ctx, unsigned flags, int priority);
/* Kills streams (with_context: because the context dies). */
void iq_stream_destroy(struct iq_stream *stream, bool with_context);

/* Puts [op] after what is in the stream, with the default stream's rules, and makes it the
 * last. */
CUresult iq_stream_order(struct iq_stream *stream, struct iq_op *op);
/* Order and submit, or a graph node if the stream captures.  Takes over [work]; NULL: an empty
 * operation. */
CUresult iq_stream_enqueue(struct iq_stream *stream, struct iq_work *work);
/* As iq_stream_enqueue, and waits for the operation; a capturing stream refuses. */
CUresult iq_stream_run(struct iq_stream *stream, struct iq_work *work);
/* A launch was enqueued: waits for it if the observer wants launches in turn, but not for ever. */
void iq_stream_linger(struct iq_stream *stream);
CUresult iq_stream_wait_all(struct iq_stream *stream);
/* Takes over [share]; NULL: an event of this process alone. */
CUresult iq_event_new(struct iq_ctx *ctx, unsigned flags, struct iq_share_event *share,
                      struct iq_soft_event **made);
/* Has all been done that it was recorded after? */
bool iq_event_is_complete(const struct iq_soft_event *event);
/* What records an event of several processes, or waits for it. */
struct iq_work iq_event_shared_work(struct iq_soft_event *event, bool record);
/* Destroys events of a context that dies. */
void iq_event_kill_all(struct iq_ctx *ctx);
CUresult iq_event_record(struct iq_soft_event *event, struct iq_stream *stream);
CUresult iq_stream_wait_event(struct iq_stream *stream, struct iq_soft_event *event,
                              unsigned flags);

/* cu..._ptsz twins: the default stream is the thread's. */
static inline CUstream iq_per_thread(CUstream stream)
{
    return stream ? stream : CU_STREAM_PER_THREAD;
}

#endif
