#include "api_cuda/captures.h"

#include <string.h>

#include "base/memory.h"

enum { CAPTURES = 16 };

/* number n is at n % CAPTURES */
static struct under_way {
    uint64_t id;
    struct iq_captured *captured;
} captures[CAPTURES];
static uint64_t capture_count;
static struct iq_captured *free_captured;

static struct iq_captured *captured_of(uint64_t capture)
{
    const struct under_way *place = &captures[capture % CAPTURES];
    return capture && place->id == capture ? place->captured : NULL;
}

bool iq_capture_is_live(uint64_t capture) { return captured_of(capture); }

void iq_captured_drop(void **place)
{
    struct iq_captured *captured = *place;
    *place = NULL;
    if (captured && !--captured->refs) {
        captured->next = free_captured;
        free_captured = captured;
    }
}

/* Empty, with one reference. */
static struct iq_captured *take(void)
{
    struct iq_captured *captured = free_captured;
    if (captured)
        free_captured = captured->next;
    else if (!(captured = iq_core_alloc(sizeof *captured)))
        return NULL;
    captured->refs = 1;
    captured->count = captured->op_count = 0;
    captured->waits = captured->by_hand = captured->judged = false;
    memset(captured->node, 0, sizeof captured->node);
    return captured;
}

struct iq_captured *iq_captured_own(void **place)
{
    struct iq_captured *old = *place, *own = old && old->refs == 1 ? old : take();
    if (own && old && own != old) {
        *own = *old;
        own->refs = 1;
        iq_captured_drop(place);
    }
    return own ? *place = own : NULL;
}

void iq_captured_add(struct iq_captured *captured, uint32_t op, const struct iq_access *access)
{
    if (!captured || captured->count == IQ_CAPTURED_ACCESSES)
        return;
    captured->op[captured->count] = (uint8_t)op;
    captured->accesses[captured->count++] = *access;
}

void iq_capture_begin(struct iq_timeline *timeline)
{
    uint64_t id = ++capture_count;
    struct under_way *place = &captures[id % CAPTURES];
    struct iq_captured *captured = take();
    if (!captured)
        return;
    void *old = place->captured;
    iq_captured_drop(&old);
    *place = (struct under_way){ id, captured };
    timeline->capture = id;
    timeline->captured_before = 0;
}

void iq_capture_join(struct iq_timeline *timeline, uint64_t capture, uint64_t before)
{
    timeline->captured_before =
        (timeline->capture == capture ? timeline->captured_before : 0) | before;
    timeline->capture = capture;
}

void iq_capture_waits(struct iq_timeline *timeline)
{
    struct iq_captured *captured = captured_of(timeline->capture);
    if (captured)
        captured->waits = true;
    iq_capture_blur(timeline);
}

void iq_capture_blur(struct iq_timeline *timeline) { timeline->captured_before = UINT64_MAX; }

struct iq_captured *iq_capture_end(struct iq_timeline *timeline)
{
    uint64_t id = timeline->capture;
    struct iq_captured *captured = captured_of(id);
    if (captured)
        captures[id % CAPTURES] = (struct under_way){ 0 };
    for (uint32_t i = 0; iq_clock_slot(i); i++)
        if (iq_clock_slot(i)->capture == id)
            iq_clock_slot(i)->capture = 0;
    return captured;
}

/* An access before number [end] that [access] of [op] must be ordered with, and is not. */
static int unordered(const struct iq_captured *captured, uint32_t end,
                     const struct iq_access *access, uint32_t op, uint64_t before)
{
    for (uint32_t i = end; i-- > 0;) {
        uint32_t other = captured->op[i];
        if (other != op && other < IQ_CAPTURED_OPS && !(before >> other & 1) &&
            iq_access_conflicts(&captured->accesses[i], access, false))
            return (int)i;
    }
    return -1;
}

const struct iq_access *iq_capture_access(struct iq_timeline *timeline,
                                          const struct iq_access *accesses, int count, int *which,
                                          const struct iq_timeline **on)
{
    struct iq_captured *captured = captured_of(timeline->capture);
    if (!captured || !count)
        return NULL;
    uint32_t op = captured->op_count < IQ_CAPTURED_OPS ? captured->op_count++ : IQ_CAPTURED_OPS,
             end = captured->count;
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (op < IQ_CAPTURED_OPS && found < 0 &&
            (found = unordered(captured, end, &accesses[i], op, timeline->captured_before)) >= 0)
            *which = i;
        if (captured->count < IQ_CAPTURED_ACCESSES) {
            captured->op[captured->count] = (uint8_t)op;
            captured->on[captured->count] = timeline;
            captured->accesses[captured->count++] = accesses[i];
        }
    }
    timeline->captured_before |= op < IQ_CAPTURED_OPS ? (uint64_t)1 << op : 0;
    if (found < 0)
        return NULL;
    /* what follows has the same cause */
    timeline->captured_before |= captured->on[found]->captured_before;
    *on = captured->on[found];
    return &captured->accesses[found];
}

void iq_captures_reset(void)
{
    free_captured = NULL;
    memset(captures, 0, sizeof captures);
}
