/* Stream captures: what each operation of one touches, and which earlier ones it comes after.
 * Launches of the graph do it all as one operation (api_cuda/flow.c); that two operations of a
 * capture have no order is found when the second one is captured.
 * Owner: core; what a capture was is shared by the graph and its executable ones.  Threads: the
 * caller holds IQ_LOCK_ORDER.
 * Fork: iq_captures_reset in the child. */
#ifndef IQ_API_CUDA_CAPTURES_H
#define IQ_API_CUDA_CAPTURES_H

#include "order/clock.h"

enum { IQ_CAPTURED_ACCESSES = 48, IQ_CAPTURED_OPS = 64 };

struct iq_captured {
    uint32_t refs, count, op_count;
    /* for the host, or for what is no part of the capture */
    bool waits;
    bool by_hand, judged; /* made node by node; see nodes.h */
    struct iq_access accesses[IQ_CAPTURED_ACCESSES];
    /* whose touch it is; IQ_CAPTURED_OPS: order not followed */
    uint8_t op[IQ_CAPTURED_ACCESSES];
    const struct iq_timeline *on[IQ_CAPTURED_ACCESSES];
    /* of what was made by hand: the handle, 0 else; bit i: comes after operation i */
    uint64_t node[IQ_CAPTURED_OPS], before[IQ_CAPTURED_OPS];
    struct iq_captured *next;
};

/* [timeline] begins a capture; takes part in [capture], after the operations [before]. */
void iq_capture_begin(struct iq_timeline *timeline);
void iq_capture_join(struct iq_timeline *timeline, uint64_t capture, uint64_t before);

/* The capture that began on [timeline] is over: its streams work again.  The caller's reference, or
 * NULL. */
struct iq_captured *iq_capture_end(struct iq_timeline *timeline);

/* Is [capture] under way? */
bool iq_capture_is_live(uint64_t capture);

/* What [timeline] captures waits for something that is not seen. */
void iq_capture_waits(struct iq_timeline *timeline);

/* The order of what comes next on [timeline] is not known. */
void iq_capture_blur(struct iq_timeline *timeline);

/* An operation that [timeline] captures touches memory.  An access of another one without an order
 * between the two, and *which of [accesses] it meets; NULL: none. */
const struct iq_access *iq_capture_access(struct iq_timeline *timeline,
                                          const struct iq_access *accesses, int count, int *which,
                                          const struct iq_timeline **on);

/* What *place refers to, with no other reference to it; made if there is nothing yet.  NULL: out of
 * memory. */
struct iq_captured *iq_captured_own(void **place);

/* An access of operation [op] (IQ_CAPTURED_OPS: its order is not followed) that was not captured.
 * NULL: nothing happens. */
void iq_captured_add(struct iq_captured *captured, uint32_t op, const struct iq_access *access);

/* Gives a reference back; *place becomes NULL. */
void iq_captured_drop(void **place);

void iq_captures_reset(void);

#endif
