/* capture-violation: a call that a stream capture forbids, or a capture that was ended wrongly. */
#include "core/core.h"
#include "core/walk.h"
#include "rules/rules.h"

static bool is_capture_code(int64_t code) { return code == 401 || (code >= 900 && code <= 908); }

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    static const char *const reasons[] = {
        [0] = "the call cannot be captured and is forbidden while a stream captures (allocation, synchronisation, query)",
        [1] = "a forbidden call during the capture has made it invalid",
        [2] = "two captures would become one",
        [3] = "the stream captures already, or is in another capture",
        [4] = "work that was forked to another stream has not been joined: that stream must be waited for by an event before the end",
        [5] = "the call depends on work outside the capture that has not been captured",
        [6] = "the legacy default stream waits for all streams, and one of them captures",
        [7] = "the event was recorded in a capture and has no state of its own",
        [8] = "the capture was begun by another thread",
    };
    (void)suspicion;
    iq_str_printf(&words->message, "%s does not go together with the stream capture that is under way", call->entry->name);
    if (call->result >= 900 && call->result <= 908)
        iq_str_puts(&words->cause, reasons[call->result - 900]);
    else
        iq_str_puts(&words->cause, "the stream is not in the state that the call needs (ended on another stream than begun, or begun twice)");
    if (iq_core.capture.entry) {
        iq_str_printf(&words->cause, "; the capture of stream 0x%llx was begun by %s ", (unsigned long long)iq_core.capture_stream,
                      iq_core.capture.entry->name);
        iq_name_ago(&words->cause, iq_core.capture.number, call->number);
    }
    iq_str_puts(&words->fix, "make the call before the capture begins or after it ends; on other streams use cudaStreamNonBlocking, and capture in "
                "relaxed or thread-local mode if other threads must go on");
}

static bool is_capturing(void)
{
    const struct iq_handle *stream = iq_core.capture_stream ? iq_handle_find(IQ_KIND_STREAM, iq_core.capture_stream) : NULL;
    return stream && stream->flags & IQ_HANDLE_CAPTURING;
}

static void check(const struct iq_event *event)
{
    bool by_code = is_capture_code(event->result), in_capture = event->result == 1 && is_capturing();
    if (!by_code && !in_capture)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "capture-violation", by_code ? IQ_RANK_CONTEXT : IQ_RANK_FALLBACK + 1, -1);
    suspicion.cause = 0xca0000 ^ iq_core.capture.number << 24;
    suspicion.explain = explain;
    if (iq_core.capture.entry) {
        suspicion.related[0].what = "the capture began here";
        suspicion.related[0].mark = iq_core.capture;
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(CALL), IQ_PHASE_FAILED, check, NULL } };
const struct iq_rule_family iq_rules_order = { "order", subscriptions, IQ_COUNT_OF(subscriptions) };
