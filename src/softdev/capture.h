/* Stream capture: a stream that captures turns enqueued work into graph nodes.  Threads: driver
 * lock. */
#ifndef IQ_SOFTDEV_CAPTURE_H
#define IQ_SOFTDEV_CAPTURE_H

#include "softdev/stream.h"

struct iq_graph;

struct iq_capture {
    uint32_t refs;
    uint64_t id;
    struct iq_graph *graph;
    struct iq_stream *origin;
    CUstreamCaptureMode mode;
    uint64_t thread; /* number of the thread that began it */
    bool invalid, ended, to_graph;
    /* last nodes of streams that were destroyed since: to be joined like others */
    struct iq_soft_node **left;
    size_t left_count;
    struct iq_capture *next; /* all that are going on */
};

/* May this thread now make a call that cannot be captured (allocation, synchronisation, ...)?  0,
 * or 900 and every capture
 * that forbids it is invalid from now on. */
CUresult iq_capture_check_unsafe(void);
/* May work be put into [stream] directly?  906 for the legacy stream while a blocking stream of the
 * context captures. */
CUresult iq_capture_check_implicit(struct iq_stream *stream);
/* Adds [work] as a node after what [stream] has captured; takes it over. */
CUresult iq_capture_add(struct iq_stream *stream, struct iq_work *work);
/* [node] is what the next captured node of the stream depends on. */
CUresult iq_capture_append(struct iq_stream *stream, struct iq_soft_node *node);
CUresult iq_capture_record(struct iq_soft_event *event, struct iq_stream *stream);
CUresult iq_capture_wait(struct iq_stream *stream, struct iq_soft_event *event);
void iq_capture_invalidate(struct iq_capture *capture);
void iq_capture_leave(struct iq_stream *stream);
/* The stream is being destroyed: without the origin there is no end, and what another one has
 * captured must be joined. */
void iq_capture_abandon(struct iq_stream *stream);
void iq_capture_unref(struct iq_capture *capture);
/* State of an event whose last record was captured: 0: not captured. */
CUstreamCaptureStatus iq_capture_of_event(const struct iq_soft_event *event);
void iq_capture_forget_event(struct iq_soft_event *event);

#endif
