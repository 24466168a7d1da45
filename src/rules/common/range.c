/* range-overflow, bad-size, misaligned, overlap: too many bytes, a number of bytes that cannot be meant, an address between elements. */
#include <string.h>

#include "call/core.h"
#include "api_opencl/part.h"
#include "call/walk.h"
#include "rules/rules.h"

static void put_factor(struct iq_str *text, uint64_t size, uint64_t room)
{
    if (room && size == room * 2)       /* halves, or just a number doubled */
        iq_str_puts(text, "; that is exactly twice as many");
    else if (room && size % room == 0 && (size / room == 4 || size / room == 8 || size / room == 16))
        iq_str_printf(text, "; that is exactly %llu times too many, as if elements of %llu bytes had been allocated by their number",
                      (unsigned long long)(size / room), (unsigned long long)(size / room));
}

void iq_put_thing(struct iq_str *text, const struct iq_suspicion *suspicion)
{
    if (suspicion->pointer[0])
        iq_str_puts(text, suspicion->pointer[0]);
    else
        iq_put_handle(text, suspicion->pointer[1], suspicion->object.kind);
}

void iq_explain_end(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long row = suspicion->number[0], pitch = suspicion->number[1], unit = suspicion->number[3] ? suspicion->number[3] : 1;
    unsigned long long first = suspicion->access_address - suspicion->object.address, bytes = suspicion->access_size, size = suspicion->object.size;
    unsigned long long room = first < size ? size - first : 0, end;
    bool endless = __builtin_add_overflow(first, bytes, &end) || end == UINT64_MAX;
    iq_str_printf(&words->message, "%s of %s goes ", iq_guilty_name(suspicion, call), call->entry->name);
    if (endless)
        iq_str_puts(&words->message, "far");
    else
        iq_name_bytes(&words->message, end - size);
    iq_str_puts(&words->message, " past the end of ");
    iq_put_thing(&words->message, suspicion);
    if (endless)
        iq_str_puts(&words->cause, "offset and size together do not fit into 64 bits, let alone into ");
    else
        iq_str_printf(&words->cause, bytes == 1 ? "%llu byte at offset %llu does not fit into " : "%llu bytes at offset %llu do not fit into ", bytes, first);
    iq_put_object(&words->cause, &suspicion->object);
    if (suspicion->object.created.entry) {
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    if (pitch)
        iq_str_printf(&words->cause, pitch == row ? "; rows of %llu bytes stand there without gaps" : "; rows of %llu bytes stand %llu bytes apart", row, pitch);
    else if (unit > 1)
        iq_str_printf(&words->cause, "; an element has %llu bytes", unit);
    else
        put_factor(&words->cause, bytes, first ? 0 : room);
    if (pitch && unit > 1 && !first && bytes == size * unit)
        iq_str_printf(&words->cause, "; it has as many bytes as the copy has elements, and each of these takes %llu", unit);
    iq_put_left_out(words, call);
    if (suspicion->number[2])
        iq_str_puts(&words->fix, "the length of a row counts elements, not bytes: divide it by the size of an element, or pass 0 for rows without gaps");
    else if (endless)
        iq_str_puts(&words->fix, "compute sizes in size_t, and check for negative values before the call");
    else if (!room)
        iq_str_printf(&words->fix, "begin below %llu, or allocate at least %llu bytes; offsets are in bytes", size, end);
    else if (pitch)
        iq_str_printf(&words->fix, "copy at most %llu rows, or allocate at least %llu bytes", room < row ? 0 : (room - row) / pitch + 1, end);
    else
        iq_str_printf(&words->fix, "pass at most %llu, or allocate at least %llu bytes", room / unit, end);
}

void iq_explain_negative(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s is %lld as a signed number", iq_guilty_name(suspicion, call), call->entry->name, (long long)value);
    if (value == UINT64_MAX && call->entry->api == IQ_API_VULKAN) {
        iq_str_puts(&words->cause, "it is VK_WHOLE_SIZE, which this call does not take");
        iq_str_puts(&words->fix, "pass the number of bytes");
        return;
    }
    iq_str_printf(&words->cause, "%llu are more than any memory has; such a value comes from a negative number or from a product that overflowed", value);
    iq_str_puts(&words->fix, "compute sizes in size_t, and check for negative values before the call");
}

static void explain_zero(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0", iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "%s needs at least one byte", call->entry->name);
    iq_str_puts(&words->fix, "skip the call when there is nothing to allocate or register");
}

/* An address, or a number. */
static void put_number(struct iq_str *text, unsigned long long value) { iq_str_printf(text, value >> 32 ? "0x%llx" : "%llu", value); }

void iq_explain_multiple(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->number[0], unit = suspicion->number[1], past = unit ? value % unit : 0;
    iq_str_printf(&words->message, "%s of %s must be a multiple of %llu", iq_guilty_name(suspicion, call), call->entry->name, unit);
    put_number(&words->cause, value);
    iq_str_printf(&words->cause, " is %llu more than a multiple of %llu; %s", past, unit, (const char *)suspicion->pointer[0]);
    if (suspicion->object.created.entry) {
        iq_str_puts(&words->cause, "; the memory is ");
        iq_put_object(&words->cause, &suspicion->object);
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    iq_str_puts(&words->fix, "pass ");
    put_number(&words->fix, value - past);
    iq_str_puts(&words->fix, " or ");
    put_number(&words->fix, value - past + unit);
    if (suspicion->pointer[1])
        iq_str_printf(&words->fix, "; %s", (const char *)suspicion->pointer[1]);
}

/* A rectangle whose rows of [row] bytes would overlap. */
static void check_pitch(const struct iq_event *event, uint64_t row)
{
    const struct iq_arg *role = event->role;
    if (!role->rows || !role->pitch || event->call->args[role->rows - 1] < 2 || event->call->args[role->pitch - 1] >= row)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "pitch-too-small", IQ_RANK_RANGE + 5, role->pitch - 1);
    suspicion.number[0] = event->call->args[role->pitch - 1];
    suspicion.number[1] = row;
    suspicion.number[2] = role->unit;
    suspicion.number[3] = role->unit ? row / role->unit : row;
    suspicion.pointer[2] = "pass the pitch that cudaMallocPitch or cuMemAllocPitch returned; for host memory the width of a row in bytes";
    suspicion.pointer[3] = "bytes";
    suspicion.explain = iq_explain_pitch;
    iq_suspect(&suspicion);
}

/* Waits for values and writes of values, whose number of bytes is in the call's name. */
static void check_word(const struct iq_event *event)
{
    const char *name = event->call->entry->name;
    unsigned bytes = strstr(name, "Value64") ? 8 : strstr(name, "Value32") ? 4 : 0;
    const struct iq_range *range = &event->place->range;
    if (!bytes || strncmp(name, "cuStream", 8) || event->result != 1 || !event->value)
        return;
    bool past = event->place->live && range->size && range->size - (event->value - range->base) < bytes;
    struct iq_suspicion suspicion = iq_suspicion_at(event, past ? "range-overflow" : "misaligned", IQ_RANK_RANGE, event->arg);
    if (event->place->live)
        suspicion.object = iq_object_of_range(range);
    suspicion.access_address = event->value;
    suspicion.access_size = bytes;
    suspicion.number[0] = past ? 0 : event->value;
    suspicion.number[1] = past ? 0 : bytes;
    suspicion.pointer[0] = past ? "its memory" : "the stream waits for or writes a whole value there";
    suspicion.explain = past ? iq_explain_end : iq_explain_multiple;
    if (past || event->value % bytes)
        iq_suspect(&suspicion);
}

enum { INVALID_PITCH = 12 };

/* A failure that may be of the address and size; before the call, one that the driver would see if the block were not longer. */
static void check_access(const struct iq_event *event)
{
    bool before = event->phase == IQ_PHASE_BEFORE, done = event->phase == IQ_PHASE_DONE;
    uint64_t raw = event->role->size_arg < 0 ? 0 : event->call->args[event->role->size_arg];
    bool negative = (int64_t)raw < 0 || (int64_t)event->size < 0;
    bool pitch = event->result == INVALID_PITCH && event->call->entry->api <= IQ_API_CUDART && (int64_t)raw < 0;      /* any pitch is too small for it */
    if (done ? !negative || event->call->entry->api > IQ_API_CUDART : before ? !iq_core.roomy || iq_is_opencl(event->call->entry) : !iq_is_argument_error(event) && !pitch)
        return;
    if (negative) {
        struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-size", IQ_RANK_SIZE, event->role->size_arg);
        suspicion.number[0] = raw;
        suspicion.explain = iq_explain_negative;
        suspicion.done = IQ_WARNING;
        suspicion.foresees = done;      /* an H100 fills until it faults */
        if (event->place->live)
            suspicion.object = iq_object_of_range(&event->place->range);
        iq_suspect(&suspicion);
        return;
    }
    const struct iq_range *range = &event->place->range;
    if (event->place->live && range->size && event->size > range->size - (event->value - range->base)) {
        struct iq_suspicion suspicion = iq_suspicion_at(event, "range-overflow", IQ_RANK_RANGE, event->role->size_arg);
        if (event->role->rows) {        /* one row fits: there are too many */
            bool row_fits = raw <= range->size - (event->value - range->base);
            suspicion.rule = "region-overflow";
            suspicion.arg = row_fits ? event->role->rows - 1 : event->role->size_arg;
            suspicion.number[0] = raw;
            suspicion.number[1] = row_fits ? event->call->args[event->role->pitch - 1] : 0;
        }
        suspicion.object = iq_object_of_range(range);
        suspicion.access_address = event->value;
        suspicion.access_size = event->size;
        suspicion.number[3] = event->role->unit;
        suspicion.pointer[0] = iq_arg_name(event->call, event->arg);
        suspicion.explain = iq_explain_end;
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
    if (event->role->unit > 1 && event->value % event->role->unit && event->kind == IQ_EVENT_WRITE) {
        struct iq_suspicion suspicion = iq_suspicion_at(event, "misaligned", IQ_RANK_RANGE + 5, event->arg);
        suspicion.number[0] = event->value;
        suspicion.number[1] = event->role->unit;
        suspicion.access_address = event->value;
        suspicion.access_size = event->size ? event->size : 1;
        suspicion.pointer[0] = "the call sets whole elements";
        suspicion.pointer[1] = "the 8-bit form of the call takes any address";
        suspicion.explain = iq_explain_multiple;
        if (event->place->live)
            suspicion.object = iq_object_of_range(range);
        iq_suspect(&suspicion);
    }
}

/* Shared memory: drivers differ in what they let through. */
static void check_shared(const struct iq_event *event)
{
    const struct iq_range *range = &event->place->range;
    bool shared = event->place->live && (range->kind == IQ_KIND_SVM_MEMORY || range->kind == IQ_KIND_USM_MEMORY);
    if (!shared || event->role->region || !range->size || event->size <= range->base + range->size - event->value)
        return;
    bool negative = (int64_t)event->size < 0;
    struct iq_suspicion suspicion = iq_suspicion_at(event, negative ? "bad-size" : "range-overflow", IQ_RANK_RANGE, event->role->size_arg);
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_range(range);
    suspicion.access_address = event->value;
    suspicion.access_size = event->size;
    suspicion.number[0] = negative ? event->size : 0;
    suspicion.pointer[0] = iq_arg_name(event->call, event->arg);
    suspicion.explain = negative ? iq_explain_negative : iq_explain_end;
    iq_suspect(&suspicion);
}

static void check_create(const struct iq_event *event)
{
    int arg = event->role->size_arg;
    if (arg < 0 || (!iq_is_argument_error(event) && event->result != 2))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-size", IQ_RANK_SIZE, arg);
    suspicion.number[0] = event->call->args[arg];
    suspicion.explain = event->call->args[arg] ? iq_explain_negative : explain_zero;
    if ((int64_t)event->call->args[arg] < 0 || (!event->call->args[arg] && event->result == 1 && event->value))
        iq_suspect(&suspicion);
}

void iq_explain_overlap(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long target = suspicion->number[0], source = suspicion->number[1], size = suspicion->number[2];
    unsigned long long distance = target > source ? target - source : source - target;
    bool offsets = suspicion->number[3];
    iq_str_printf(&words->message, "source and destination of %s overlap", call->entry->name);
    if (size)
        iq_str_printf(&words->message, " by %llu bytes", size - distance);
    if (!size)
        iq_str_puts(&words->cause, "both are the same memory, and the two regions have elements in common");
    else if (distance)
        iq_str_printf(&words->cause, offsets ? "%llu bytes go from offset %llu to offset %llu of the same memory, only %llu bytes away" :
                      "%llu bytes go from 0x%llx to 0x%llx, only %llu bytes away", size, source, target, distance);
    else
        iq_str_printf(&words->cause, offsets ? "%llu bytes at offset %llu are copied onto themselves" : "%llu bytes at 0x%llx are copied onto themselves", size, source);
    if (distance || !size)
        iq_str_puts(&words->cause, "; the order in which bytes are copied is not defined, so some may be read after they were overwritten");
    iq_str_puts(&words->fix, "copy through a second buffer, or in parts that do not overlap");
}

static void suspect_overlap(const struct iq_event *event, const struct iq_object *object, uint64_t target, uint64_t source, uint64_t size)
{
    bool forbidden = iq_is_opencl(event->call->entry);
    uint64_t distance = target > source ? target - source : source - target;
    if ((!distance && !forbidden) || distance >= size)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "overlap", IQ_RANK_CODE, event->arg);
    suspicion.failed = forbidden ? IQ_ERROR : IQ_SILENT;
    suspicion.done = forbidden ? IQ_ERROR : IQ_WARNING;
    suspicion.object = *object;
    if (!event->handle) {
        suspicion.access_address = target;
        suspicion.access_size = size;
    }
    memcpy(suspicion.number, (uint64_t[]){ target, source, size, event->handle != NULL }, 4 * sizeof *suspicion.number);
    suspicion.explain = iq_explain_overlap;
    iq_suspect(&suspicion);
}

/* A linear copy within one allocation.  Onto itself it does nothing, rectangles may be interleaved: both are left alone, but for OpenCL,
 * which forbids the first. */
static void check_overlap(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_call *call = event->call;
    if (iq_is_opencl(call->entry) != (event->phase == IQ_PHASE_BEFORE))
        return;
    int from = iq_entry_arg(call->entry, IQ_ROLE_READ);
    if (event->role->rows || from < 0 || from >= IQ_THREAD_ARGS || !event->place->live || !thread->places[from].live ||
        !event->size || iq_walk_size(call, from) != event->size)
        return;
    struct iq_object object = iq_object_of_range(&event->place->range);
    suspect_overlap(event, &object, event->value, call->args[from], event->size);
}

/* The same between parts of buffers. */
static void check_parts(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    const struct iq_handle *whole[2], *from;
    uint64_t base[2], first[2], end[2];
    int arg = iq_entry_arg(call->entry, IQ_ROLE_READ_OBJECT);
    if (event->role->region || !call->args[arg] || !(from = iq_handle_find(IQ_KIND_CL_MEM, call->args[arg])))
        return;
    whole[0] = iq_part_whole(from, &base[0]);
    whole[1] = iq_part_whole(event->handle, &base[1]);
    if (whole[0] != whole[1] || !iq_part_bytes(call, arg, &first[0], &end[0]) || !iq_part_bytes(call, event->arg, &first[1], &end[1]))
        return;
    struct iq_object object = iq_object_of_handle(whole[0]);
    suspect_overlap(event, &object, base[1] + first[1], base[0] + first[0], end[0] - first[0]);
}

static bool has_source(const struct iq_entry *entry) { return iq_entry_arg(entry, IQ_ROLE_READ_OBJECT) >= 0; }

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(WRITE), IQ_PHASE_DONE, check_overlap, NULL },
    { IQ_BIT(WRITE), IQ_PHASE_BEFORE, check_overlap, NULL },
    { IQ_BIT(WRITE_OBJECT), IQ_PHASE_BEFORE, check_parts, has_source },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_BEFORE, check_shared, NULL },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_BEFORE, check_access, NULL },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_FAILED, check_access, NULL },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_DONE, check_access, NULL },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_FAILED, check_word, NULL },
    { IQ_BIT(CREATE) | IQ_BIT(REGISTER), IQ_PHASE_FAILED, check_create, NULL },
};
const struct iq_rule_family iq_rules_range = { "range", subscriptions, IQ_COUNT_OF(subscriptions) };
