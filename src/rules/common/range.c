/* range-overflow, bad-size, misaligned, overlap: too many bytes, a number of bytes that cannot be
 * meant, an address between elements. */
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_opencl/boxes.h"
#include "call/core.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { MUCH = 4 /* times too many: not by a few elements */ };

static void put_factor(struct iq_str *text, uint64_t size, uint64_t room)
{
    if (room && size == room * 2) /* halves, or just a number doubled */
        iq_str_puts(text, "; that is exactly twice as many");
    else if (room && size % room == 0 &&
             (size / room == 4 || size / room == 8 || size / room == 16))
        iq_str_printf(
            text,
            "; that is exactly %llu times too many, as if the allocation counted elements of %llu bytes instead of bytes",
            (unsigned long long)(size / room), (unsigned long long)(size / room));
}

void iq_put_thing(struct iq_str *text, const struct iq_thing *thing,
                  const struct iq_suspicion *suspicion)
{
    if (thing->name)
        iq_str_puts(text, thing->name);
    else
        iq_put_handle(text, thing->handle, suspicion->object.kind);
}

static bool is_symbol(const struct iq_suspicion *suspicion)
{
    return suspicion->object.kind && !strcmp(suspicion->object.kind, "symbol");
}

/* Number of rows of a rectangle whose sides were mistaken for each other: the object has exactly as
 * many rows as the rectangle has bytes in one.  0: they were not. */
static unsigned long long turned_rows(const struct iq_suspicion *suspicion,
                                      const struct iq_explain_end *evidence)
{
    uint64_t size = suspicion->object.size, row = evidence->row_bytes, pitch = evidence->pitch;
    if (!pitch || evidence->element_bytes > 1 || row < 2 || suspicion->access_size < row ||
        suspicion->access_address != suspicion->object.address)
        return 0;
    uint64_t rows = (suspicion->access_size - row) / pitch + 1;
    return rows <= pitch && size / pitch == row && size % pitch == 0 ? rows : 0;
}

void iq_put_end(const struct iq_suspicion *suspicion, const struct iq_explain_end *evidence,
                struct iq_call *call, struct iq_words *words)
{
    unsigned long long row = evidence->row_bytes, pitch = evidence->pitch,
                       unit = evidence->element_bytes ? evidence->element_bytes : 1;
    unsigned long long first = suspicion->access_address - suspicion->object.address,
                       bytes = suspicion->access_size, size = suspicion->object.size;
    unsigned long long room = first < size ? size - first : 0, end;
    bool endless = __builtin_add_overflow(first, bytes, &end) || end == UINT64_MAX;
    iq_str_printf(&words->message, "%s of %s goes ", iq_guilty_name(suspicion, call),
                  call->entry->name);
    if (endless)
        iq_str_puts(&words->message, "far");
    else
        iq_put_bytes(&words->message, end - size);
    iq_str_puts(&words->message, " past the end of ");
    iq_put_thing(&words->message, &evidence->thing, suspicion);
    if (endless)
        iq_str_puts(&words->cause,
                    "offset and size together do not fit into 64 bits, let alone into ");
    else
        iq_str_printf(&words->cause,
                      bytes == 1 ? "%llu byte at offset %llu does not fit into "
                                 : "%llu bytes at offset %llu do not fit into ",
                      bytes, first);
    iq_put_object(&words->cause, &suspicion->object);
    if (suspicion->object.created.entry) {
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    if (pitch)
        iq_str_printf(&words->cause,
                      pitch == row ? "; it holds rows of %llu bytes without gaps"
                                   : "; rows of %llu bytes are %llu bytes apart",
                      row, pitch);
    else if (unit > 1)
        iq_str_printf(&words->cause, "; an element has %llu bytes", unit);
    else
        put_factor(&words->cause, bytes, first ? 0 : room);
    if (!first && bytes / MUCH >= size && *iq_words_of_sizeof(size))
        iq_str_printf(&words->cause, "; it has %llu bytes%s", size, iq_words_of_sizeof(size));
    if (pitch && unit > 1 && !first && bytes == size * unit)
        iq_str_printf(
            &words->cause,
            "; it has as many bytes as the copy has elements, and each element takes %llu bytes",
            unit);
    unsigned long long turned = turned_rows(suspicion, evidence);
    if (turned)
        iq_str_printf(
            &words->cause,
            "; width and height seem to have changed places: it has room for %llu rows of %llu bytes",
            row, turned);
    iq_put_left_out(words, call);
    if (turned)
        iq_str_printf(&words->fix,
                      "pass %llu for the bytes of a row, and %llu for the number of rows", turned,
                      row);
    else if (evidence->row_of_bytes)
        iq_str_puts(
            &words->fix,
            "the row length is in elements, not bytes: divide it by the element size, or pass 0 for tightly packed rows");
    else if (endless)
        iq_str_puts(&words->fix,
                    "compute sizes in size_t, and check for negative values before the call");
    else if (!room)
        iq_str_printf(&words->fix,
                      "begin below %llu, or %s at least %llu bytes; offsets are in bytes", size,
                      is_symbol(suspicion) ? "declare the variable with" : "allocate", end);
    else if (pitch)
        iq_str_printf(&words->fix, "copy at most %llu rows, or allocate at least %llu bytes",
                      room < row ? 0 : (room - row) / pitch + 1, end);
    else
        iq_str_printf(&words->fix, "pass at most %llu, or %s at least %llu bytes", room / unit,
                      is_symbol(suspicion) ? "declare the variable with" : "allocate", end);
}

void iq_explain_end(const struct iq_suspicion *suspicion, struct iq_call *call,
                    struct iq_words *words)
{
    iq_put_end(suspicion, IQ_EVIDENCE(iq_explain_end, suspicion), call, words);
}

void iq_explain_negative(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    unsigned long long value = IQ_EVIDENCE(iq_explain_negative, suspicion)->value;
    iq_str_printf(&words->message, "%s of %s is %lld as a signed number",
                  iq_guilty_name(suspicion, call), call->entry->name, (long long)value);
    if (value == UINT64_MAX && call->entry->api == IQ_API_VULKAN) {
        iq_str_puts(&words->cause, "it is VK_WHOLE_SIZE, which this call does not accept");
        iq_str_puts(&words->fix, "pass the number of bytes");
        return;
    }
    iq_str_printf(
        &words->cause,
        "no memory is that large (%llu bytes); such a value comes from a negative number or from a product that overflowed",
        value);
    iq_str_puts(&words->fix,
                "compute sizes in size_t, and check for negative values before the call");
}

static void explain_zero(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_printf(&words->cause, "%s needs at least one byte", call->entry->name);
    iq_str_puts(&words->fix, "skip the call when there is nothing to allocate or register");
}

/* An address, or a number. */
static void put_number(struct iq_str *text, unsigned long long value)
{
    iq_str_printf(text, value >> 32 ? "0x%llx" : "%llu", value);
}

void iq_explain_multiple(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct iq_explain_multiple *evidence = IQ_EVIDENCE(iq_explain_multiple, suspicion);
    unsigned long long value = evidence->value, unit = evidence->unit,
                       past = unit ? value % unit : 0;
    iq_str_printf(&words->message, "%s of %s must be a multiple of %llu",
                  iq_guilty_name(suspicion, call), call->entry->name, unit);
    put_number(&words->cause, value);
    iq_str_printf(&words->cause, " is %llu more than a multiple of %llu; %s", past, unit,
                  evidence->reason);
    if (suspicion->object.created.entry) {
        iq_str_puts(&words->cause, "; the memory is ");
        iq_put_object(&words->cause, &suspicion->object);
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    if (evidence->instead) {
        iq_str_puts(&words->fix, evidence->instead);
        return;
    }
    iq_str_puts(&words->fix, "pass ");
    put_number(&words->fix, value - past);
    iq_str_puts(&words->fix, " or ");
    put_number(&words->fix, value - past + unit);
    if (evidence->advice)
        iq_str_printf(&words->fix, "; %s", evidence->advice);
}

/* A rectangle whose rows of [row] bytes would overlap. */
static void check_pitch(const struct iq_event *event, uint64_t row)
{
    const struct iq_arg *role = event->role;
    if (!role->rows || !role->pitch || event->call->args[role->rows - 1] < 2 ||
        event->call->args[role->pitch - 1] >= row)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_PITCH_TOO_SMALL, IQ_RANK_RANGE + 5, role->pitch - 1);
    IQ_EXPLAIN(
        &suspicion, iq_explain_pitch, .pitch = event->call->args[role->pitch - 1], .least = row,
        .unit = "bytes", .element_bytes = role->unit,
        .elements = role->unit ? row / role->unit : row,
        .advice =
            "pass the pitch that cudaMallocPitch or cuMemAllocPitch returned; for host memory, pass the width of a row in bytes");
    iq_suspect(&suspicion);
}

/* Waits for values and writes of values of 4 or 8 bytes. */
static void check_word(const struct iq_event *event)
{
    const struct iq_entry *entry = event->call->entry;
    const struct iq_range *range = &event->place->range;
    if ((entry->flow != IQ_FLOW_WAIT_VALUE && entry->flow != IQ_FLOW_WRITE_VALUE) ||
        event->result != CUDA_ERROR_INVALID_VALUE || !event->value)
        return;
    unsigned bytes = entry->args[iq_entry_arg(entry, IQ_ROLE_VALUE)].bytes;
    bool past =
        event->place->live && range->size && range->size - (event->value - range->base) < bytes;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, past ? IQ_RULE_RANGE_OVERFLOW : IQ_RULE_MISALIGNED, IQ_RANK_RANGE, event->arg);
    if (event->place->live)
        suspicion.object = iq_object_of_range(range);
    suspicion.access_address = event->value;
    suspicion.access_size = bytes;
    if (past)
        IQ_EXPLAIN(&suspicion, iq_explain_end, .thing = { "its memory", NULL });
    else
        IQ_EXPLAIN(&suspicion, iq_explain_multiple, .value = event->value, .unit = bytes,
                   .reason = "the stream reads or writes a whole, aligned value there");
    if (past || event->value % bytes)
        iq_suspect(&suspicion);
}

/* A failure that may be of the address and size; before the call, one that the driver would see if
 * the block were not longer. */
static void check_access(const struct iq_event *event)
{
    bool before = event->phase == IQ_PHASE_BEFORE, done = event->phase == IQ_PHASE_DONE;
    uint64_t raw = event->role->size_arg < 0 ? 0 : event->call->args[event->role->size_arg];
    bool negative = (int64_t)raw < 0 || (int64_t)event->bytes.size < 0;
    /* any pitch is too small for it */
    bool pitch = event->result == cudaErrorInvalidPitchValue &&
                 event->call->entry->api <= IQ_API_CUDART && (int64_t)raw < 0;
    if (done     ? !negative || event->call->entry->api > IQ_API_CUDART
        : before ? !iq_core.roomy || iq_is_opencl(event->call->entry)
                 : !iq_is_argument_error(event) && !pitch)
        return;
    if (negative) {
        /* of a rectangle either side may be meant */
        int guilty =
            (int64_t)raw < 0 || !event->role->rows ? event->role->size_arg : event->role->rows - 1;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE, guilty);
        IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = event->call->args[guilty]);
        suspicion.done = IQ_WARNING;
        suspicion.foresees = done; /* an H100 fills until it faults */
        if (event->place->live)
            suspicion.object = iq_object_of_range(&event->place->range);
        iq_suspect(&suspicion);
        return;
    }
    const struct iq_range *range = &event->place->range;
    if (event->place->live && range->size &&
        event->bytes.size > range->size - (event->value - range->base)) {
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE, event->role->size_arg);
        /* one row fits: there are too many */
        bool too_many = event->role->rows && raw <= range->size - (event->value - range->base);
        if (event->role->rows)
            suspicion.rule = IQ_RULE_REGION_OVERFLOW;
        if (too_many)
            suspicion.arg = event->role->rows - 1;
        suspicion.object = iq_object_of_range(range);
        suspicion.access_address = event->value;
        suspicion.access_size = event->bytes.size;
        IQ_EXPLAIN(&suspicion, iq_explain_end,
                   .thing = { iq_arg_name(event->call, event->arg), NULL }, .row_bytes = raw,
                   .pitch = too_many ? event->call->args[event->role->pitch - 1] : 0,
                   .element_bytes = event->role->unit);
        if (before) {
            suspicion.contain = IQ_ANSWER_ARGUMENT;
            suspicion.as_driver = true;
            suspicion.done = IQ_ERROR;
        }
        iq_suspect(&suspicion);
    }
    if (before)
        return;
    check_pitch(event, raw * (event->role->unit ? event->role->unit : 1));
    if (event->role->unit > 1 && event->value % event->role->unit && event->verb == IQ_VERB_WRITE) {
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_MISALIGNED, IQ_RANK_RANGE + 5, event->arg);
        suspicion.access_address = event->value;
        suspicion.access_size = event->bytes.size ? event->bytes.size : 1;
        IQ_EXPLAIN(&suspicion, iq_explain_multiple, .value = event->value,
                   .unit = event->role->unit, .reason = "the call writes whole, aligned elements",
                   .advice = "the 8-bit form of the call takes any address");
        if (event->place->live)
            suspicion.object = iq_object_of_range(range);
        iq_suspect(&suspicion);
    }
}

/* Shared memory: drivers differ in what they let through. */
static void check_shared(const struct iq_event *event)
{
    const struct iq_range *range = &event->place->range;
    bool shared = event->place->live &&
                  (range->kind == IQ_KIND_SVM_MEMORY || range->kind == IQ_KIND_USM_MEMORY);
    if (!shared || event->role->region || !range->size ||
        event->bytes.size <= range->base + range->size - event->value)
        return;
    bool negative = (int64_t)event->bytes.size < 0;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, negative ? IQ_RULE_BAD_SIZE : IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE,
                        event->role->size_arg);
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_range(range);
    suspicion.access_address = event->value;
    suspicion.access_size = event->bytes.size;
    if (negative)
        IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = event->bytes.size);
    else
        IQ_EXPLAIN(&suspicion, iq_explain_end,
                   .thing = { iq_arg_name(event->call, event->arg), NULL });
    iq_suspect(&suspicion);
}

static void check_create(const struct iq_event *event)
{
    int arg = event->role->size_arg;
    if (arg < 0 || (!iq_is_argument_error(event) && event->result != CUDA_ERROR_OUT_OF_MEMORY))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE, arg);
    suspicion.explain = explain_zero;
    if (event->call->args[arg])
        IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = event->call->args[arg]);
    if ((int64_t)event->call->args[arg] < 0 ||
        (!event->call->args[arg] && event->result == CUDA_ERROR_INVALID_VALUE && event->value))
        iq_suspect(&suspicion);
}

struct explain_same {
    uint64_t address, bytes;
};
static void explain_same(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_same *evidence = IQ_EVIDENCE(explain_same, suspicion);
    iq_str_printf(&words->message, "%s copies memory onto itself", call->entry->name);
    iq_str_printf(&words->cause,
                  "source and destination are both 0x%llx, and %llu bytes stay as they are",
                  (unsigned long long)evidence->address, (unsigned long long)evidence->bytes);
    iq_str_puts(&words->fix,
                "pass the address that was meant, or leave the call out where both are the same");
}

void iq_explain_overlap(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words)
{
    const struct iq_explain_overlap *evidence = IQ_EVIDENCE(iq_explain_overlap, suspicion);
    unsigned long long target = evidence->target, source = evidence->source, size = evidence->bytes;
    unsigned long long distance = target > source ? target - source : source - target;
    bool offsets = evidence->is_offset;
    iq_str_printf(&words->message, "source and destination of %s overlap", call->entry->name);
    if (size)
        iq_str_printf(&words->message, " by %llu bytes", size - distance);
    if (!size)
        iq_str_puts(&words->cause, "both are the same memory, and the two regions share elements");
    else if (distance)
        iq_str_printf(
            &words->cause,
            offsets
                ? "%llu bytes are copied from offset %llu to offset %llu of the same memory, only %llu bytes away"
                : "%llu bytes are copied from 0x%llx to 0x%llx, only %llu bytes away",
            size, source, target, distance);
    else
        iq_str_printf(&words->cause,
                      offsets ? "%llu bytes at offset %llu are copied onto themselves"
                              : "%llu bytes at 0x%llx are copied onto themselves",
                      size, source);
    if (distance || !size)
        iq_str_puts(
            &words->cause,
            "; the copy order is undefined, so some bytes may be overwritten before they are read");
    iq_str_puts(&words->fix, "copy through a second buffer, or in parts that do not overlap");
}

static void suspect_overlap(const struct iq_event *event, const struct iq_object *object,
                            uint64_t target, uint64_t source, uint64_t size)
{
    bool forbidden = iq_is_opencl(event->call->entry);
    uint64_t distance = target > source ? target - source : source - target;
    if (distance >= size)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_OVERLAP, IQ_RANK_CODE, event->arg);
    suspicion.failed = forbidden ? IQ_ERROR : IQ_SILENT;
    suspicion.done = forbidden ? IQ_ERROR : IQ_WARNING;
    suspicion.object = *object;
    if (!event->handle) {
        suspicion.access_address = target;
        suspicion.access_size = size;
    }
    IQ_EXPLAIN(&suspicion, iq_explain_overlap, .target = target, .source = source, .bytes = size,
               .is_offset = event->handle != NULL);
    if (!distance && !forbidden) {
        suspicion.done = IQ_NOTE;
        IQ_EXPLAIN(&suspicion, explain_same, .address = target, .bytes = size);
    }
    iq_suspect(&suspicion);
}

/* A linear copy within one allocation.  Onto itself it does nothing, which OpenCL forbids;
 * rectangles may be interleaved and are left alone. */
static void check_overlap(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_call *call = event->call;
    if (iq_is_opencl(call->entry) != (event->phase == IQ_PHASE_BEFORE))
        return;
    int from = iq_entry_arg(call->entry, IQ_ROLE_READ);
    if (event->role->rows || event->role->element || from < 0 || from >= IQ_THREAD_ARGS ||
        !event->place->live || !thread->resolved[from].live || !event->bytes.size ||
        iq_walk_size(call, from) != event->bytes.size)
        return;
    struct iq_object object = iq_object_of_range(&event->place->range);
    suspect_overlap(event, &object, event->value, call->args[from], event->bytes.size);
}

/* The same between parts of buffers. */
static void check_parts(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    const struct iq_handle *whole[2], *from;
    uint64_t base[2], first[2], end[2];
    int arg = iq_entry_arg(call->entry, IQ_ROLE_READ_OBJECT);
    if (event->role->region || !call->args[arg] ||
        !(from = iq_handle_find(IQ_KIND_CL_MEM, call->args[arg])))
        return;
    whole[0] = iq_cl_box_whole(from, &base[0]);
    whole[1] = iq_cl_box_whole(event->handle, &base[1]);
    if (whole[0] != whole[1] || !iq_cl_box_bytes(call, arg, &first[0], &end[0]) ||
        !iq_cl_box_bytes(call, event->arg, &first[1], &end[1]))
        return;
    struct iq_object object = iq_object_of_handle(whole[0]);
    suspect_overlap(event, &object, base[1] + first[1], base[0] + first[0], end[0] - first[0]);
}

static bool has_source(const struct iq_entry *entry)
{
    return iq_entry_arg(entry, IQ_ROLE_READ_OBJECT) >= 0;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(WRITE), IQ_PHASE_DONE, check_overlap, .kinds = IQ_ADDRESSES },
    { IQ_ON(WRITE), IQ_PHASE_BEFORE, check_overlap, .kinds = IQ_ADDRESSES },
    { IQ_ON(WRITE), IQ_PHASE_BEFORE, check_parts, .kinds = IQ_MEMORY_OBJECTS,
      .concerns = has_source },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_shared, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_access, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_FAILED, check_access, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_DONE, check_access, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_FAILED, check_word, .kinds = IQ_ADDRESSES },
    { IQ_ON(CREATE), IQ_PHASE_FAILED, check_create, .kinds = IQ_ANY },
};
const struct iq_rule_family iq_rules_range = { "range", subscriptions, IQ_COUNT_OF(subscriptions) };
