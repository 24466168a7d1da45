#include "report/timeline.h"

#include <string.h>

#include "base/errors.h"
#include "base/str.h"
#include "report/recorded.h"

/* Calls of a figure, before and after the finding's own. */
enum { BEFORE = 14, AFTER = 5 };

/* [places]: of each recorded call: 0: no timeline has it; else its place + 1, once all are
 * chosen. */
struct choice {
    struct iq_timeline *timeline;
    struct iq_recorded recorded;
    uint32_t *places;
    size_t most, chosen;
};

static const struct iq_recorded_call *call_at(const struct choice *choice, size_t position)
{
    return &choice->recorded.document->recorded.data[position];
}

static size_t position_of(const struct choice *choice, const struct iq_recorded_call *call)
{
    return (size_t)(call - choice->recorded.document->recorded.data);
}

/* Calls that the figure of one finding shows in any case, from [*first] to [*last]; returns its
 * own, NULL: it was not kept. */
static const struct iq_recorded_call *window(const struct choice *choice,
                                             const struct iq_finding *finding, size_t *first,
                                             size_t *last)
{
    const struct iq_recorded_call *own = iq_recorded_of(&choice->recorded, finding);
    if (!own || !iq_recorded_is_shown(own))
        return NULL;
    *first = *last = position_of(choice, own);
    int left = BEFORE;
    for (size_t at = *first; at-- > 0 && left;)
        if (iq_recorded_is_shown(call_at(choice, at))) {
            *first = at;
            left--;
        }
    left = AFTER;
    for (size_t at = *last + 1; at < choice->recorded.count && left; at++)
        if (iq_recorded_is_shown(call_at(choice, at))) {
            *last = at;
            left--;
        }
    return own;
}

static void take(struct choice *choice, size_t position)
{
    if (choice->places[position] || !iq_recorded_is_shown(call_at(choice, position)))
        return;
    choice->places[position] = 1;
    choice->chosen++;
}

static void choose(struct choice *choice, const struct iq_finding *finding)
{
    struct iq_recorded_part parts[IQ_RECORDED_MAX_PARTS];
    size_t first, last;
    const struct iq_recorded_call *own = window(choice, finding, &first, &last);
    if (!own || choice->chosen + BEFORE + 1 + AFTER + IQ_RECORDED_MAX_PARTS > choice->most)
        return;
    for (size_t at = first; at <= last; at++)
        take(choice, at);
    int count = iq_recorded_parts(&choice->recorded, finding, own, parts);
    for (int i = 0; i < count; i++)
        take(choice, position_of(choice, parts[i].call));
}

static const char *copy(struct choice *choice, const struct iq_str *text)
{
    return text->length ? iq_arena_copy(&choice->timeline->arena, iq_str_text(text), text->length)
                        : NULL;
}

static enum iq_timeline_kind kind_of(const struct iq_recorded_call *call)
{
    return call->flags & IQ_CALL_ALLOCATE                           ? IQ_TIMELINE_ALLOCATE
           : call->flags & IQ_CALL_FREE                             ? IQ_TIMELINE_FREE
           : call->flags & IQ_CALL_LAUNCH                           ? IQ_TIMELINE_KERNEL
           : call->flags & IQ_CALL_COPY                             ? IQ_TIMELINE_COPY
           : call->flags & (IQ_CALL_WAIT_ALL | IQ_CALL_WAIT_STREAM) ? IQ_TIMELINE_WAIT
                                                                    : IQ_TIMELINE_OTHER;
}

static int add_call(struct choice *choice, size_t position)
{
    const struct iq_recorded_call *call = call_at(choice, position);
    const struct iq_recorded_moment *moment = &choice->recorded.moments[position];
    const struct iq_document *document = choice->recorded.document;
    struct iq_str place;
    iq_str_init_heap(&place);
    iq_recorded_put_place(&place, document, call);
    struct iq_timeline_call added = {
        .number = position,
        .start_ns = call->start_ns,
        .spent_ns = call->spent_ns,
        .until_ns = moment->until_ns,
        .object = call->object,
        .bytes = call->flags & IQ_CALL_LAUNCH ? 0 : call->bytes,
        .bytes_in_use = moment->bytes_in_use,
        .thread = call->thread,
        .lane = moment->lane,
        .result = call->result,
        .kind = kind_of(call),
        .failed = call->flags & IQ_CALL_FAILED,
        .answered = call->flags & IQ_CALL_ANSWERED,
        .api = call->api,
        .kernel = call->kernel,
        .place = copy(choice, &place),
        .mark = iq_recorded_section(document, call, true),
        .range = iq_recorded_section(document, call, false),
    };
    iq_str_finish(&place);
    return iq_vec_push(&choice->timeline->calls, added);
}

static int add_calls(struct choice *choice)
{
    int failed = 0;
    for (size_t i = 0; i < choice->recorded.count && !failed; i++) {
        if (!choice->places[i])
            continue;
        failed = add_call(choice, i);
        choice->places[i] = (uint32_t)choice->timeline->calls.count;
    }
    for (size_t i = 0; i < choice->recorded.lanes.count && !failed; i++) {
        struct iq_str name;
        iq_str_init_heap(&name);
        iq_recorded_put_stream(&name, choice->recorded.lanes.data[i]);
        const char *kept = copy(choice, &name);
        failed = kept ? iq_vec_push(&choice->timeline->lanes, kept) : IQ_ENOMEM;
        iq_str_finish(&name);
    }
    return failed;
}

static int add_figure(struct choice *choice, const struct iq_finding *finding)
{
    struct iq_recorded_part parts[IQ_RECORDED_MAX_PARTS];
    size_t first, last;
    const struct iq_recorded_call *own = window(choice, finding, &first, &last);
    /* those of others may be there, too; else nothing was chosen for it */
    if (!own || !choice->places[first] || !choice->places[last] ||
        !choice->places[position_of(choice, own)])
        return 0;
    int count = iq_recorded_parts(&choice->recorded, finding, own, parts);
    struct iq_timeline_figure *figure = iq_arena_get(
        &choice->timeline->arena, sizeof *figure + (size_t)count * sizeof *figure->parts);
    if (!figure)
        return IQ_ENOMEM;
    figure->at = choice->places[position_of(choice, own)] - 1;
    figure->first = choice->places[first] - 1;
    figure->last = choice->places[last] - 1;
    for (int i = 0; i < count; i++) {
        uint32_t place = choice->places[position_of(choice, parts[i].call)];
        if (place)
            figure->parts[figure->part_count++] =
                (struct iq_timeline_part){ place - 1,
                                           parts[i].what ? parts[i].what : parts[i].word };
    }
    return iq_map_set(&choice->timeline->figures, (uintptr_t)finding, figure);
}

static int choose_calls(struct iq_timeline *timeline, const struct iq_document *document,
                        size_t most, bool all)
{
    struct choice choice = { .timeline = timeline, .most = most };
    int failed = iq_recorded_open(&choice.recorded, document);
    choice.places = calloc(document->recorded.count, sizeof *choice.places);
    if (!choice.places)
        failed = IQ_ENOMEM;
    for (size_t i = 0; i < document->findings.count && !failed && !all; i++)
        choose(&choice, &document->findings.data[i]);
    for (size_t i = 0; i < document->recorded.count && !failed && all; i++)
        take(&choice, i);
    if (!failed)
        failed = add_calls(&choice);
    for (size_t i = 0; i < document->findings.count && !failed; i++)
        failed = add_figure(&choice, &document->findings.data[i]);
    iq_recorded_close(&choice.recorded);
    free(choice.places);
    return failed;
}

static int borrow(struct iq_timeline *timeline, const struct iq_document *document)
{
    int failed = 0;
    for (size_t i = 0; i < document->timeline.count && !failed; i++)
        failed = iq_vec_push(&timeline->calls, document->timeline.data[i]);
    for (size_t i = 0; i < document->timeline_lanes.count && !failed; i++)
        failed = iq_vec_push(&timeline->lanes, document->timeline_lanes.data[i]);
    for (size_t i = 0; i < document->findings.count && !failed; i++)
        if (document->findings.data[i].figure)
            failed = iq_map_set(&timeline->figures, (uintptr_t)&document->findings.data[i],
                                (void *)(uintptr_t)document->findings.data[i].figure);
    return failed;
}

static int open_timeline(struct iq_timeline *timeline, const struct iq_document *document,
                         size_t most, bool all)
{
    *timeline = (struct iq_timeline){ 0 };
    return document->foreign          ? borrow(timeline, document)
           : document->recorded.count ? choose_calls(timeline, document, most, all)
                                      : 0;
}

int iq_timeline_open(struct iq_timeline *timeline, const struct iq_document *document, size_t most)
{
    return open_timeline(timeline, document, most, false);
}

int iq_timeline_open_all(struct iq_timeline *timeline, const struct iq_document *document)
{
    return open_timeline(timeline, document, SIZE_MAX, true);
}

void iq_timeline_close(struct iq_timeline *timeline)
{
    iq_vec_finish(&timeline->calls);
    iq_vec_finish(&timeline->lanes);
    iq_map_finish(&timeline->figures);
    iq_arena_finish(&timeline->arena);
}

const struct iq_timeline_figure *iq_timeline_of(const struct iq_timeline *timeline,
                                                const struct iq_finding *finding)
{
    return iq_map_get(&timeline->figures, (uintptr_t)finding);
}
