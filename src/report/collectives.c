#include "report/collectives.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"

static const char rule[] = "collective-mismatch";

/* A rank's record of a communicator. */
struct part {
    struct iq_document *document;
    const struct iq_communicator_calls *calls;
};
typedef IQ_VEC(struct part) parts;

/* The ranks of one communicator. */
struct joined {
    parts ranks;
};
typedef IQ_VEC(struct joined) communicators;

static int add_part(communicators *all, struct iq_map *known, struct part part)
{
    uintptr_t position = (uintptr_t)iq_map_get(known, part.calls->id);
    if (!position) {
        if (iq_vec_push(all, (struct joined){ .ranks = { 0 } }) ||
            iq_map_set(known, part.calls->id, (void *)(uintptr_t)all->count))
            return IQ_ENOMEM;
        position = all->count;
    }
    return iq_vec_push(&all->data[position - 1].ranks, part);
}

static int collect(struct iq_document *documents, size_t count, communicators *all)
{
    struct iq_map known = { 0 };
    int error = 0;
    for (size_t d = 0; d < count; d++)
        for (size_t i = 0; i < documents[d].communicators.count && !error; i++)
            error = add_part(all, &known,
                             (struct part){ &documents[d], &documents[d].communicators.data[i] });
    iq_map_finish(&known);
    return error;
}

/* ---- one position ---- */

/* The first call that is still recorded. */
static uint64_t first_of(const struct iq_communicator_calls *calls)
{
    return calls->made - calls->order.count;
}

/* The call at [position], NULL: it was not made, or is not recorded any more. */
static const struct iq_collective *call_at(const struct part *part, uint64_t position)
{
    const struct iq_communicator_calls *calls = part->calls;
    if (position >= calls->made || position < first_of(calls))
        return NULL;
    uint32_t index = calls->order.data[position - first_of(calls)];
    return index < calls->calls.count ? &calls->calls.data[index] : NULL;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Do the two calls go together? */
static bool agree(const struct iq_collective *a, const struct iq_collective *b)
{
    return is_same_text(a->api, b->api) && is_same_text(a->datatype, b->datatype) &&
           is_same_text(a->op, b->op) && a->root == b->root && a->count == b->count;
}

/* The part whose call at [position] most others agree with, of the lowest rank; NULL: all do. */
static const struct part *majority_at(const struct joined *joined, uint64_t position)
{
    const struct part *best = NULL;
    size_t most = 0, calls = 0;
    for (size_t i = 0; i < joined->ranks.count; i++) {
        const struct iq_collective *call = call_at(&joined->ranks.data[i], position);
        size_t votes = 0;
        calls += call != NULL;
        for (size_t k = 0; call && k < joined->ranks.count; k++) {
            const struct iq_collective *other = call_at(&joined->ranks.data[k], position);
            votes += other && agree(call, other);
        }
        bool lower = best && joined->ranks.data[i].calls->rank < best->calls->rank;
        if (votes > most || (votes == most && lower)) {
            most = votes;
            best = &joined->ranks.data[i];
        }
    }
    return most == calls ? NULL : best;
}

/* ---- words ---- */

/* What differs: the name of the argument, and its value in a call. */
struct difference {
    const char *name, *own, *theirs;
    char numbers[2][24];
};

static const char *text_or(const char *text, const char *other) { return text ? text : other; }

static const char *decimal(char out[24], int64_t value)
{
    snprintf(out, 24, "%" PRId64, value);
    return out;
}

static void find_difference(const struct iq_collective *own, const struct iq_collective *theirs,
                            struct difference *found)
{
    *found = (struct difference){ .name = NULL };
    if (!is_same_text(own->api, theirs->api))
        return;
    if (!is_same_text(own->datatype, theirs->datatype))
        *found = (struct difference){ "datatype",
                                      text_or(own->datatype, "none"),
                                      text_or(theirs->datatype, "none"),
                                      { "", "" } };
    else if (!is_same_text(own->op, theirs->op))
        *found = (struct difference){
            "op", text_or(own->op, "none"), text_or(theirs->op, "none"), { "", "" }
        };
    else {
        bool root = own->root != theirs->root;
        found->name = root                                          ? "root"
                      : is_same_text(own->api, "ncclAllGather")     ? "sendcount"
                      : is_same_text(own->api, "ncclReduceScatter") ? "recvcount"
                                                                    : "count";
        found->own = decimal(found->numbers[0], root ? own->root : (int64_t)own->count);
        found->theirs = decimal(found->numbers[1], root ? theirs->root : (int64_t)theirs->count);
    }
}

/* "rank 3" of the job, or where there is none, of the communicator. */
static void put_rank(struct iq_str *out, const struct part *part)
{
    bool several = part->document->communicators.count > 1;
    if (part->document->rank && !several)
        iq_str_printf(out, "rank %s", part->document->rank);
    else
        iq_str_printf(out, "rank %d", part->calls->rank);
}

static void put_others(struct iq_str *out, const struct joined *joined, const struct part *others)
{
    if (joined->ranks.count == 2)
        put_rank(out, others);
    else
        iq_str_puts(out, "most ranks");
}

static const char *taken(struct iq_document *document, struct iq_str *text)
{
    const char *copy = iq_document_copy(document, iq_str_text(text), text->length);
    iq_str_finish(text);
    return copy;
}

static const char *cause_of(struct iq_document *document, const struct joined *joined,
                            uint64_t position)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_printf(
        &text,
        "it is collective %" PRIu64
        " on the communicator, of which %zu ranks are known; every rank has to make the same "
        "ones in the same order, with the same count, type, operator and root: NCCL does not "
        "compare them, it waits for ever or computes something else",
        position + 1, joined->ranks.count);
    return taken(document, &text);
}

/* ---- findings ---- */

/* The stack [id] of another document, in [document]; 0: none. */
static uint32_t borrow_stack(struct iq_document *document, const struct iq_document *from,
                             uint32_t id)
{
    const struct iq_trace_stack *stack = iq_document_stack(from, id);
    uint32_t own = UINT32_MAX;
    if (!stack || !stack->frames.count || from == document)
        return stack ? id : 0;
    while (iq_document_stack(document, own))
        own--;
    struct iq_trace_stack *copy = iq_document_add_stack(document, own);
    if (!copy)
        return 0;
    copy->resolved = true;
    for (size_t i = 0; i < stack->frames.count; i++) {
        struct iq_frame frame = stack->frames.data[i];
        const char **texts[] = { &frame.function, &frame.file, &frame.module, &frame.directory };
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            *texts[k] = *texts[k] ? iq_document_copy(document, *texts[k], strlen(*texts[k])) : NULL;
        if (iq_vec_push(&copy->frames, frame))
            return 0;
    }
    return own;
}

static bool is_said(const struct iq_document *document, const struct iq_finding *finding)
{
    for (size_t i = 0; i < document->findings.count; i++) {
        const struct iq_finding *other = &document->findings.data[i];
        if (!strcmp(other->rule_text, rule) && !strcmp(other->message, finding->message))
            return true;
    }
    return false;
}

static int add_finding(struct iq_document *document, struct iq_finding *finding)
{
    for (size_t i = 0; i < document->findings.count; i++)
        if (finding->id <= document->findings.data[i].id)
            finding->id = document->findings.data[i].id + 1;
    return is_said(document, finding) ? 0 : iq_vec_push(&document->findings, *finding);
}

static struct iq_finding start_finding(const struct part *part)
{
    return (struct iq_finding){ .id = 1,
                                .rule_text = rule,
                                .severity = IQ_ERROR,
                                .arg_index = -1,
                                .object_device = -1,
                                .stack_created = part->calls->stack,
                                .count = 1 };
}

static int say_differs(const struct joined *joined, const struct part *part,
                       const struct part *others, uint64_t position)
{
    struct iq_document *document = part->document;
    const struct iq_collective *own = call_at(part, position), *theirs = call_at(others, position);
    struct iq_finding finding = start_finding(part);
    struct difference difference;
    struct iq_str text;
    find_difference(own, theirs, &difference);
    iq_str_init_heap(&text);
    put_rank(&text, part);
    iq_str_printf(&text, " calls %s", text_or(own->api, "a collective"));
    if (difference.name)
        iq_str_printf(&text, " with %s %s, ", difference.name, difference.own);
    else
        iq_str_puts(&text, " where ");
    put_others(&text, joined, others);
    if (difference.name)
        iq_str_printf(&text, " with %s", difference.theirs);
    else
        iq_str_printf(&text, " call%s %s", joined->ranks.count == 2 ? "s" : "",
                      text_or(theirs->api, "another one"));
    finding.message = taken(document, &text);
    finding.cause = cause_of(document, joined, position);
    finding.fix =
        difference.name
            ? "give every rank the same value, or the ranks with another one a communicator "
              "of their own (ncclCommSplit)"
            : "have every rank take the same path up to here: a condition that differs from "
              "rank to rank must not enclose a collective";
    finding.api = finding.entry = own->api;
    if (difference.name) {
        finding.arg_name = difference.name;
        finding.arg_value = iq_document_copy(document, difference.own, strlen(difference.own));
    }
    finding.stack_call = own->stack;
    finding.related[finding.related_count++] =
        (struct iq_related){ "the call of the others",
                             borrow_stack(document, others->document, theirs->stack) };
    return add_finding(document, &finding);
}

static int say_missing(const struct joined *joined, const struct part *part,
                       const struct part *others)
{
    struct iq_document *document = part->document;
    const struct iq_collective *theirs = call_at(others, part->calls->made);
    struct iq_finding finding = start_finding(part);
    struct iq_str text;
    iq_str_init_heap(&text);
    put_rank(&text, part);
    iq_str_printf(&text, " ends after %" PRIu64 " collectives on the communicator, ",
                  part->calls->made);
    put_others(&text, joined, others);
    iq_str_printf(&text, " made %" PRIu64, others->calls->made);
    finding.message = taken(document, &text);
    finding.cause = cause_of(document, joined, part->calls->made);
    finding.fix =
        "have every rank make the same number of calls: loops over data of which ranks have "
        "different amounts must be padded, or end together";
    finding.related[finding.related_count++] =
        (struct iq_related){ "the call that it does not make",
                             borrow_stack(document, others->document, theirs->stack) };
    return add_finding(document, &finding);
}

/* Ranks that did not make the call at [position], which others made, although they ended well. */
static int compare_ends(const struct joined *joined)
{
    const struct part *most = &joined->ranks.data[0];
    int error = 0;
    for (size_t i = 1; i < joined->ranks.count; i++)
        if (joined->ranks.data[i].calls->made > most->calls->made)
            most = &joined->ranks.data[i];
    for (size_t i = 0; i < joined->ranks.count && !error; i++) {
        const struct part *part = &joined->ranks.data[i];
        const struct iq_document *document = part->document;
        if (call_at(most, part->calls->made) && document->exit_known && !document->exit_signal &&
            !document->exit_code)
            error = say_missing(joined, part, most);
    }
    return error;
}

static int compare(const struct joined *joined)
{
    uint64_t begin = 0, end = 0;
    for (size_t i = 0; i < joined->ranks.count; i++) {
        const struct iq_communicator_calls *calls = joined->ranks.data[i].calls;
        begin = first_of(calls) > begin ? first_of(calls) : begin;
        end = calls->made > end ? calls->made : end;
    }
    for (uint64_t position = begin; position < end; position++) {
        const struct part *others = majority_at(joined, position);
        int error = 0;
        for (size_t i = 0; others && i < joined->ranks.count && !error; i++) {
            const struct iq_collective *call = call_at(&joined->ranks.data[i], position);
            if (call && !agree(call, call_at(others, position)))
                error = say_differs(joined, &joined->ranks.data[i], others, position);
        }
        if (others)
            return error;
    }
    return compare_ends(joined);
}

int iq_collectives_compare(struct iq_document *documents, size_t count)
{
    communicators all = { 0 };
    int error = collect(documents, count, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (!error && all.data[i].ranks.count > 1)
            error = compare(&all.data[i]);
        iq_vec_finish(&all.data[i].ranks);
    }
    iq_vec_finish(&all);
    return error;
}
