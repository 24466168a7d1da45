#include "report/recorded.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/errors.h"
#include "base/map.h"
#include "report/frames.h"
#include "report/shown.h"

bool iq_recorded_is_shown(const struct iq_recorded_call *call)
{
    return !(call->flags & IQ_CALL_HIDDEN) && !call->signature;
}

/* --- what happens in time ----------------------------------------------------------------- */

/* memory: address -> size; last: stream -> the work that was enqueued there last, as its position
 * + 1. */
struct walk {
    struct iq_recorded *recorded;
    struct iq_map memory, last, lanes;
    uint64_t bytes_in_use;
    int failed;
};

static void *boxed(uint64_t value) { return (void *)(uintptr_t)value; }

static void set(struct walk *walk, struct iq_map *map, uint64_t key, uint64_t value)
{
    if (iq_map_set(map, key, boxed(value)))
        walk->failed = IQ_ENOMEM;
}

static uint32_t lane_of(struct walk *walk, uint64_t stream)
{
    uintptr_t lane = (uintptr_t)iq_map_get(&walk->lanes, stream);
    if (lane)
        return (uint32_t)lane;
    if (iq_vec_push(&walk->recorded->lanes, stream)) {
        walk->failed = IQ_ENOMEM;
        return 0;
    }
    lane = walk->recorded->lanes.count;
    set(walk, &walk->lanes, stream, lane);
    return (uint32_t)lane;
}

/* The work that was enqueued last on [stream] counts as complete at [at_ns]. */
static void complete(struct walk *walk, uint64_t stream, uint64_t at_ns)
{
    uintptr_t position = (uintptr_t)iq_map_remove(&walk->last, stream);
    if (!position)
        return;
    uint64_t start_ns = walk->recorded->document->recorded.data[position - 1].start_ns;
    walk->recorded->moments[position - 1].until_ns = at_ns > start_ns ? at_ns : start_ns;
}

static void complete_all(struct walk *walk, uint64_t at_ns)
{
    for (size_t i = 0; i < walk->recorded->lanes.count; i++)
        complete(walk, walk->recorded->lanes.data[i], at_ns);
}

static void walk_streams(struct walk *walk, size_t position)
{
    const struct iq_recorded_call *call = &walk->recorded->document->recorded.data[position];
    uint64_t end = call->start_ns + call->spent_ns;
    if (call->flags & IQ_CALL_HAS_STREAM)
        walk->recorded->moments[position].lane = lane_of(walk, call->stream);
    if (call->flags & (IQ_CALL_FAILED | IQ_CALL_ANSWERED))
        return;
    if (call->flags & IQ_CALL_WAIT_ALL)
        complete_all(walk, end);
    if (!(call->flags & IQ_CALL_HAS_STREAM))
        return;
    if (call->flags & IQ_CALL_WAIT_STREAM)
        complete(walk, call->stream, end);
    else if (call->flags & (IQ_CALL_LAUNCH | IQ_CALL_COPY)) {
        complete(walk, call->stream, call->start_ns);
        set(walk, &walk->last, call->stream, position + 1);
    }
}

static void walk_memory(struct walk *walk, size_t position)
{
    const struct iq_recorded_call *call = &walk->recorded->document->recorded.data[position];
    struct iq_recorded_moment *moment = &walk->recorded->moments[position];
    uintptr_t size;
    if (call->flags & IQ_CALL_FAILED || !call->object)
        return;
    if (call->flags & IQ_CALL_ALLOCATE && call->bytes) {
        /* its free may not have been kept */
        walk->bytes_in_use -= (uintptr_t)iq_map_remove(&walk->memory, call->object);
        set(walk, &walk->memory, call->object, call->bytes);
        walk->bytes_in_use += call->bytes;
        moment->allocates = true;
    } else if (call->flags & IQ_CALL_FREE &&
               (size = (uintptr_t)iq_map_remove(&walk->memory, call->object))) {
        walk->bytes_in_use -= size;
        moment->frees = true;
    }
}

static int fill_moments(struct iq_recorded *recorded)
{
    struct walk walk = { .recorded = recorded };
    uint64_t end = 0;
    for (size_t i = 0; i < recorded->count && !walk.failed; i++) {
        const struct iq_recorded_call *call = &recorded->document->recorded.data[i];
        if (iq_recorded_is_shown(call)) {
            walk_streams(&walk, i);
            walk_memory(&walk, i);
            end = call->start_ns + call->spent_ns > end ? call->start_ns + call->spent_ns : end;
        }
        recorded->moments[i].bytes_in_use = walk.bytes_in_use;
    }
    complete_all(&walk, end);
    iq_map_finish(&walk.memory);
    iq_map_finish(&walk.last);
    iq_map_finish(&walk.lanes);
    return walk.failed;
}

/* --- look-up ------------------------------------------------------------------------------ */

struct key {
    uint64_t stack, object; /* object 0: not part of the key */
    uint64_t start_ns;
    uint32_t position;
};

static int compare(const void *left, const void *right)
{
    const struct key *a = left, *b = right;
    return a->stack != b->stack         ? (a->stack < b->stack ? -1 : 1)
           : a->object != b->object     ? (a->object < b->object ? -1 : 1)
           : a->start_ns != b->start_ns ? (a->start_ns < b->start_ns ? -1 : 1)
           : a->position != b->position ? (a->position < b->position ? -1 : 1)
                                        : 0;
}

static struct key key_of(const struct iq_recorded *recorded, uint32_t position, bool with_object)
{
    const struct iq_recorded_call *call = &recorded->document->recorded.data[position];
    return (struct key){ call->stack, with_object ? call->object : 0, call->start_ns, position };
}

static uint32_t *sorted(const struct iq_recorded *recorded, bool with_object)
{
    uint32_t *positions = malloc((recorded->count + 1) * sizeof *positions);
    struct key *keys = malloc((recorded->count + 1) * sizeof *keys);
    if (positions && keys) {
        for (size_t i = 0; i < recorded->count; i++)
            keys[i] = key_of(recorded, (uint32_t)i, with_object);
        qsort(keys, recorded->count, sizeof *keys, compare);
        for (size_t i = 0; i < recorded->count; i++)
            positions[i] = keys[i].position;
    } else {
        free(positions);
        positions = NULL;
    }
    free(keys);
    return positions;
}

/* The last call whose key, but for its time, is [stack] and [object], and that began by [before];
 * NULL: none. */
static const struct iq_recorded_call *last_of(const struct iq_recorded *recorded,
                                              const uint32_t *positions, uint32_t stack,
                                              uint64_t object, uint64_t before)
{
    struct key wanted = { stack, object, before, UINT32_MAX };
    size_t low = 0, high = recorded->count;
    while (low < high) { /* the first one above */
        size_t middle = low + (high - low) / 2;
        struct key key = key_of(recorded, positions[middle], positions == recorded->by_object);
        if (compare(&key, &wanted) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return NULL;
    struct key found = key_of(recorded, positions[low - 1], positions == recorded->by_object);
    return found.stack == stack && found.object == object
               ? &recorded->document->recorded.data[found.position]
               : NULL;
}

int iq_recorded_open(struct iq_recorded *recorded, const struct iq_document *document)
{
    *recorded = (struct iq_recorded){ .document = document, .count = document->recorded.count };
    recorded->moments = calloc(recorded->count + 1, sizeof *recorded->moments);
    recorded->by_stack = sorted(recorded, false);
    recorded->by_object = sorted(recorded, true);
    return recorded->moments && recorded->by_stack && recorded->by_object ? fill_moments(recorded)
                                                                          : IQ_ENOMEM;
}

void iq_recorded_close(struct iq_recorded *recorded)
{
    free(recorded->moments);
    free(recorded->by_stack);
    free(recorded->by_object);
    iq_vec_finish(&recorded->lanes);
}

const struct iq_recorded_call *iq_recorded_find(const struct iq_recorded *recorded, uint32_t stack,
                                                uint64_t object, uint64_t before)
{
    const struct iq_recorded_call *found = NULL;
    if (stack && object)
        found = last_of(recorded, recorded->by_object, stack, object, before);
    if (stack && !found)
        found = last_of(recorded, recorded->by_stack, stack, 0, before);
    return found;
}

const struct iq_recorded_call *iq_recorded_of(const struct iq_recorded *recorded,
                                              const struct iq_finding *finding)
{
    return iq_recorded_find(recorded, finding->stack_call, 0,
                            finding->found_ns ? finding->found_ns : UINT64_MAX);
}

int iq_recorded_parts(const struct iq_recorded *recorded, const struct iq_finding *finding,
                      const struct iq_recorded_call *own,
                      struct iq_recorded_part parts[IQ_RECORDED_MAX_PARTS])
{
    uint64_t before = own ? own->start_ns : finding->found_ns ? finding->found_ns : UINT64_MAX;
    uint64_t object = finding->object_address;
    int count = 0;
    parts[count++] = (struct iq_recorded_part){
        iq_recorded_find(recorded, finding->stack_created, object, before), "created", NULL
    };
    parts[count++] = (struct iq_recorded_part){
        iq_recorded_find(recorded, finding->stack_destroyed, object, before), "destroyed", NULL
    };
    for (int i = 0; i < finding->related_count; i++)
        parts[count++] =
            (struct iq_recorded_part){ iq_recorded_find(recorded, finding->related[i].stack, 0,
                                                        before),
                                       "related", finding->related[i].what };
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool known = !parts[i].call || parts[i].call == own;
        for (int k = 0; k < kept && !known; k++)
            known = parts[k].call == parts[i].call;
        if (!known)
            parts[kept++] = parts[i];
    }
    return kept;
}

const char *iq_recorded_section(const struct iq_document *document,
                                const struct iq_recorded_call *call, bool mark)
{
    const struct iq_trace_stack *stack = iq_document_stack(document, call->stack);
    return !stack ? NULL : mark ? stack->mark : stack->range;
}

/* --- words -------------------------------------------------------------------------------- */

const char *iq_recorded_name(const struct iq_recorded_call *call)
{
    return call->kernel ? call->kernel : call->api ? call->api : "?";
}

void iq_recorded_put_stream(struct iq_str *out, uint64_t stream)
{
    if (stream > 2) /* those that the API has by itself have small numbers */
        iq_str_printf(out, "stream 0x%" PRIx64, stream);
    else
        iq_str_puts(out, stream == 2 ? "default stream of a thread" : "default stream");
}

void iq_recorded_put_place(struct iq_str *out, const struct iq_document *document,
                           const struct iq_recorded_call *call)
{
    const struct iq_trace_stack *stack = iq_document_stack(document, call->stack);
    const struct iq_frame *frame = stack ? iq_frames_best(&stack->frames) : NULL;
    if (!frame || !frame->file)
        return;
    iq_shown_path(out, frame);
    if (frame->line)
        iq_str_printf(out, ":%u", frame->line);
}
