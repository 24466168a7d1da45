/* capture-violation: a call that a stream capture forbids, or a capture that was ended wrongly. */
#include "abi/cuda_abi.h"
#include "api_cuda/flow.h"
#include "call/core.h"
#include "call/walk.h"
#include "rules/rules.h"

static bool is_capture_code(int64_t code)
{
    return code == CUDA_ERROR_ILLEGAL_STATE || (code >= CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
                                                code <= CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
}

/* By code, from CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED on: after the name of the call, why, what to
 * do. */
struct reason {
    const char *message, *cause, *fix;
};

#define OUTSIDE                                                                                                                  \
    "make the call before the capture begins or after it ends; create other streams with cudaStreamNonBlocking, and capture in " \
    "relaxed or thread-local mode if other threads must make such calls"
static const struct reason reasons[] = {
    { "is not allowed while a stream is capturing",
      "the call cannot be captured and is forbidden while a stream is capturing (allocation, synchronisation, query)",
      OUTSIDE },
    { "uses a stream whose capture is no longer valid",
      "a forbidden call has invalidated the capture",
      "find the first call that failed during the capture; end the capture, and capture again without that call" },
    { "would merge two captures", "the event and the waiting stream belong to different captures",
      "end one of the captures first, or begin only one capture and let the other stream join it through an event" },
    { "needs a capture that was begun on this stream",
      "the stream is already capturing, or takes part in another capture",
      "end a capture on the stream on which it was begun, once for each begin" },
    { "ends a capture before another stream that takes part in it has been joined",
      "work was forked to another stream and not joined: the capturing stream must wait for an event of that stream before the end",
      "before this call, for each forked stream call cudaEventRecord(event, forked stream) and cudaStreamWaitEvent(captured stream, event, 0)" },
    { "waits for work outside the capture", "the call depends on work that was not captured",
      "record the event within the capture, or wait for that work before the capture begins" },
    { "uses the legacy default stream while a stream is capturing",
      "the legacy default stream waits for all blocking streams, and one of them is capturing",
      "use another stream for the call, capture on a stream created with cudaStreamNonBlocking, or make the call outside the capture" },
    { "uses an event that was recorded in a capture",
      "a capture does not run, so the event has no state to query or wait for",
      "launch the graph and wait for its stream, or for an event that is recorded after the launch" },
    { "ends a capture that another thread began", "the capture was begun by another thread",
      "end it in the thread that began it, or begin it with cudaStreamCaptureModeRelaxed" },
};
static const struct reason unknown = {
    "conflicts with the stream capture in progress",
    "the stream is not in the state that the call needs (the capture was begun on another stream, or begun twice)",
    OUTSIDE
};
#undef OUTSIDE
static const struct reason begun_on_legacy = {
    "begins a capture on the legacy default stream, which cannot be captured",
    "stream 0 is the legacy default stream, unless the program is compiled for per-thread default streams; it waits for all blocking streams, and they wait for it",
    "capture on a stream made with cudaStreamCreate, or on cudaStreamPerThread, and enqueue all work of the graph there"
};
static const struct reason not_begun = {
    "requires a stream that is capturing, and this one is not",
    "no capture was begun on it, or it has ended since",
    "call cudaStreamBeginCapture on this stream first, look at its status, and end the capture once"
};

static bool is_capturing(void)
{
    const struct iq_handle *stream =
        iq_core.capture_stream ? iq_handle_find(IQ_KIND_STREAM, iq_core.capture_stream) : NULL;
    return stream && stream->flags & IQ_HANDLE_CAPTURING;
}

/* What is wrong by itself, whatever else is captured; NULL: nothing. */
static const struct reason *reason_of_call(const struct iq_call *call)
{
    enum iq_flow flow = iq_flow_of(call->entry);
    if (flow == IQ_FLOW_CAPTURE_BEGIN && iq_flow_is_legacy(call, iq_walk_stream(call)) &&
        call->result != CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)
        return &begun_on_legacy;
    if (call->result == CUDA_ERROR_ILLEGAL_STATE && !is_capturing() &&
        (flow == IQ_FLOW_CAPTURE_END || flow == IQ_FLOW_CAPTURE_EDGES))
        return &not_begun;
    return NULL;
}

static const struct reason *reason_of_code(int64_t code)
{
    return code >= CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
                   code <= CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD
               ? &reasons[code - CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED]
               : &unknown;
}

static void explain_order_capture(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct reason *own = reason_of_call(call),
                        *reason = own ? own : reason_of_code(call->result);
    (void)suspicion;
    iq_str_printf(&words->message, "%s %s", call->entry->name, reason->message);
    iq_str_puts(&words->cause, reason->cause);
    if (!own && iq_core.capture.entry) {
        iq_str_printf(&words->cause, "; the capture of stream 0x%llx was begun by %s ",
                      (unsigned long long)iq_core.capture_stream, iq_core.capture.entry->name);
        iq_put_ago(&words->cause, iq_core.capture.number, call->number);
    }
    iq_str_puts(&words->fix, reason->fix);
}

static void check_order(const struct iq_event *event)
{
    bool by_code = is_capture_code(event->result),
         perhaps = event->result == CUDA_ERROR_INVALID_VALUE;
    const struct reason *own = by_code || perhaps ? reason_of_call(event->call) : NULL;
    if (!by_code && !own && !(perhaps && is_capturing()))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, IQ_RULE_CAPTURE_VIOLATION, by_code ? IQ_RANK_CONTEXT : IQ_RANK_FALLBACK + 1, -1);
    suspicion.explain = explain_order_capture;
    if (!own)
        suspicion.cause = iq_cause(IQ_CAUSE_CAPTURE, iq_core.capture.number);
    if (!own && iq_core.capture.entry) {
        suspicion.related[0].what = "the capture began here";
        suspicion.related[0].ref = iq_core.capture;
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_order, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_order = { "order", subscriptions, IQ_COUNT_OF(subscriptions) };
