#include "trace/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"
#include "trace/format.h"

enum { FILE_LIMIT = 1 << 30, FINDING_LIMIT = 1 << 20, FAULT_LIMIT = 1 << 16 };

/* One field of a record. */
struct field {
    unsigned tag;
    const unsigned char *data;
    uint32_t length;
};

/* Cursor over the fields of a record. */
struct fields {
    const unsigned char *next, *end;
    bool bad;
};

static bool next_field(struct fields *fields, struct field *field)
{
    if (fields->next == fields->end)
        return false;
    size_t left = (size_t)(fields->end - fields->next);
    uint16_t tag;
    uint32_t length;
    if (left < 8)
        return fields->bad = true, false;
    memcpy(&tag, fields->next, 2);
    memcpy(&length, fields->next + 4, 4);
    if (length > left - 8)
        return fields->bad = true, false;
    *field = (struct field){ tag, fields->next + 8, length };
    size_t padded = 8 + (((size_t)length + 3) & ~(size_t)3);
    fields->next += padded < left ? padded : left;
    return true;
}

static uint64_t number(const struct field *field)
{
    uint64_t value = 0;
    memcpy(&value, field->data, field->length < 8 ? field->length : 8);
    return value;
}

static const char *text(struct iq_document *document, const struct field *field)
{
    return iq_document_copy(document, (const char *)field->data, field->length);
}

/* A build-id as lower-case hexadecimal; writers may give the bytes or the text. */
static const char *hex_text(struct iq_document *document, const struct field *field)
{
    char hex[129];
    bool is_text = field->length >= 32;
    for (uint32_t i = 0; i < field->length; i++)
        is_text = is_text && strchr("0123456789abcdefABCDEF", field->data[i]) && field->data[i];
    if (is_text)
        return text(document, field);
    uint32_t count = field->length < 64 ? field->length : 64;
    for (uint32_t i = 0; i < count; i++)
        snprintf(hex + 2 * i, 3, "%02x", field->data[i]);
    return iq_document_copy(document, hex, 2 * (size_t)count);
}

static int read_process(struct iq_document *document, struct fields *fields)
{
    struct field f;
    while (next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_PID: document->pid = (uint32_t)number(&f); break;
        case IQ_TAG_PPID: document->ppid = (uint32_t)number(&f); break;
        case IQ_TAG_ARG:
            if (iq_vec_push(&document->argv, text(document, &f)))
                return IQ_ENOMEM;
            break;
        case IQ_TAG_HOST: document->host = text(document, &f); break;
        case IQ_TAG_RANK: document->rank = f.length ? text(document, &f) : NULL; break;
        case IQ_TAG_JOB: document->job = text(document, &f); break;
        case IQ_TAG_RANKS: document->ranks = (uint32_t)number(&f); break;
        case IQ_TAG_EXE: document->exe = text(document, &f); break;
        case IQ_TAG_START_NS: document->start_ns = number(&f); break;
        }
    return 0;
}

static int read_module(struct iq_document *document, struct fields *fields)
{
    struct iq_document_module module = { 0 };
    struct field f;
    while (next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_BASE: module.base = number(&f); break;
        case IQ_TAG_END: module.end = number(&f); break;
        case IQ_TAG_BIAS: module.bias = number(&f); break;
        case IQ_TAG_PATH: module.path = text(document, &f); break;
        case IQ_TAG_BUILD_ID: module.build_id = hex_text(document, &f); break;
        case IQ_TAG_DELETED: module.deleted = number(&f) != 0; break;
        }
    if (!module.path || module.base >= module.end)
        return 0;
    return iq_vec_push(&document->modules, module);
}

/* Stack with the id that the record's first field names; made if new. */
static struct iq_trace_stack *stack_of(struct iq_document *document, struct fields *fields)
{
    struct field f;
    if (!next_field(fields, &f) || f.tag != IQ_TAG_STACK_ID || !number(&f) ||
        number(&f) > UINT32_MAX)
        return fields->bad = true, NULL;
    struct iq_trace_stack *stack = iq_document_stack(document, (uint32_t)number(&f));
    return stack ? stack : iq_document_add_stack(document, (uint32_t)number(&f));
}

static int read_stack(struct iq_document *document, struct fields *fields)
{
    struct iq_trace_stack *stack = stack_of(document, fields);
    struct field f;
    if (!stack)
        return fields->bad ? 0 : IQ_ENOMEM;
    stack->pcs.count = 0;
    while (next_field(fields, &f)) {
        if (f.tag == IQ_TAG_MARK)
            stack->mark = text(document, &f);
        else if (f.tag == IQ_TAG_RANGE)
            stack->range = text(document, &f);
        if (f.tag != IQ_TAG_PC)
            continue;
        /* a writer may pack all addresses into one field */
        for (uint32_t at = 0; at + 8 <= f.length; at += 8) {
            struct field one = { f.tag, f.data + at, 8 };
            if (iq_vec_push(&stack->pcs, number(&one)))
                return IQ_ENOMEM;
        }
    }
    return 0;
}

static int read_interpreter_stack(struct iq_document *document, struct fields *fields)
{
    struct iq_trace_stack *stack = stack_of(document, fields);
    struct field f;
    if (!stack)
        return fields->bad ? 0 : IQ_ENOMEM;
    stack->interpreter.count = 0;
    while (next_field(fields, &f)) {
        if (f.tag == IQ_TAG_FUNCTION) {
            if (iq_vec_push(&stack->interpreter,
                            (struct iq_frame){ .function = text(document, &f) }))
                return IQ_ENOMEM;
        } else if (stack->interpreter.count) {
            struct iq_frame *frame = &stack->interpreter.data[stack->interpreter.count - 1];
            if (f.tag == IQ_TAG_FILE)
                frame->file = text(document, &f);
            else if (f.tag == IQ_TAG_LINE)
                frame->line = (uint32_t)number(&f);
            else if (f.tag == IQ_TAG_ENTERED)
                frame->entered = number(&f) != 0;
        }
    }
    return 0;
}

static int read_compiled(struct iq_document *document, struct fields *fields)
{
    struct iq_compiled compiled = { 0 };
    struct field f;
    while (next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_PC: compiled.pc = number(&f); break;
        case IQ_TAG_FUNCTION: compiled.function = text(document, &f); break;
        case IQ_TAG_PATH: compiled.assembly = text(document, &f); break;
        case IQ_TAG_FILE: compiled.file = text(document, &f); break;
        case IQ_TAG_LINE: compiled.line = (uint32_t)number(&f); break;
        case IQ_TAG_METHOD: compiled.method = (uint32_t)number(&f); break;
        case IQ_TAG_IL_OFFSET: compiled.il_offset = (uint32_t)number(&f); break;
        }
    return compiled.function ? iq_document_add_compiled(document, &compiled) : 0;
}

static int read_device(struct iq_document *document, struct fields *fields)
{
    struct field f;
    int error = 0;
    document->apis.count = document->names.count = 0;
    while (!error && next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_DEVICE_KIND: document->device_kind = text(document, &f); break;
        case IQ_TAG_DRIVER: document->driver = text(document, &f); break;
        case IQ_TAG_API: error = iq_vec_push(&document->apis, text(document, &f)); break;
        case IQ_TAG_NAME: error = iq_vec_push(&document->names, text(document, &f)); break;
        }
    return error;
}

static int read_coverage(struct iq_document *document, struct fields *fields)
{
    struct field f;
    document->untracked.count = 0;
    while (next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_CALLS:
            document->calls = number(&f) > document->calls ? number(&f) : document->calls;
            break;
        case IQ_TAG_RUNTIME: document->runtime = text(document, &f); break;
        case IQ_TAG_UNTRACKED_NAME:
            if (iq_vec_push(&document->untracked, (struct iq_untracked){ text(document, &f), 1 }))
                return IQ_ENOMEM;
            break;
        case IQ_TAG_UNTRACKED_COUNT:
            if (document->untracked.count)
                document->untracked.data[document->untracked.count - 1].count = number(&f);
            break;
        }
    return 0;
}

static int read_counters(struct iq_document *document, struct fields *fields)
{
    struct field f;
    uint64_t which = IQ_COUNTERS;
    document->counted = true;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_COUNTER)
            which = number(&f);
        else if (f.tag == IQ_TAG_COUNT && which < IQ_COUNTERS)
            document->counters.value[which] = number(&f);
    return 0;
}

static int read_kernels(struct iq_document *document, struct fields *fields)
{
    struct field f;
    struct iq_kernels *at = &document->kernels;
    *at = (struct iq_kernels){ .launches = 0 };
    document->kernels_known = true;
    document->kernel_modules.count = 0;
    while (next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_KERNELS_LAUNCHES: at->launches = number(&f); break;
        case IQ_TAG_KERNELS_CHECKED: at->checked = number(&f); break;
        case IQ_TAG_KERNELS_WHY_NOT: at->why_not = text(document, &f); break;
        case IQ_TAG_KERNELS_MODULE:
            if (iq_vec_push(&document->kernel_modules,
                            (struct iq_kernels){ .module = text(document, &f) }))
                return IQ_ENOMEM;
            at = &document->kernel_modules.data[document->kernel_modules.count - 1];
            break;
        }
    return 0;
}

/* What threads were doing; a process that was killed has said nothing later. */
static int read_threads(struct iq_document *document, struct fields *fields)
{
    struct field f;
    uint64_t calls = 0;
    int error = 0;
    while (!error && next_field(fields, &f))
        for (uint32_t i = 0; f.tag == IQ_TAG_THREADS && !error &&
                             (i + 1) * sizeof(struct iq_trace_thread) <= f.length;
             i++) {
            struct iq_trace_thread thread;
            memcpy(&thread, f.data + i * sizeof thread, sizeof thread);
            calls += thread.calls;
            if (thread.calls || thread.inside)
                error = iq_vec_push(
                    &document->last_calls,
                    (struct iq_last_call){ NULL, thread.entry, thread.stack, thread.inside });
        }
    document->calls = calls;
    return error;
}

static int read_entry(struct iq_document *document, struct fields *fields)
{
    struct field f;
    uint64_t id = UINT64_MAX;
    const char *name = NULL;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_ENTRY_ID)
            id = number(&f);
        else if (f.tag == IQ_TAG_NAME)
            name = text(document, &f);
    for (size_t i = 0; i < document->last_calls.count; i++)
        if (document->last_calls.data[i].entry == id)
            document->last_calls.data[i].api = name;
    return name ? iq_map_set(&document->entry_names, id, (void *)(uintptr_t)name) : 0;
}

/* Whoever writes a call numbers it last: one that does not have the number of its place is of no
 * use. */
static int read_calls(struct iq_document *document, struct fields *fields)
{
    struct field f;
    struct iq_trace_ring ring;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_RING && f.length >= sizeof ring) {
            memcpy(&ring, f.data, sizeof ring);
            if (!ring.capacity ||
                ring.capacity > (f.length - sizeof ring) / sizeof(struct iq_trace_call))
                return fields->bad = true, 0;
            uint64_t first = ring.used > ring.capacity ? ring.used - ring.capacity : 0;
            document->recorded_count = ring.used;
            document->recorded_lost = first;
            for (uint64_t i = first; i < ring.used; i++) {
                struct iq_trace_call call;
                memcpy(&call, f.data + sizeof ring + i % ring.capacity * sizeof call, sizeof call);
                struct iq_recorded_call recorded = { .number = call.number,
                                                     .payload = call.payload,
                                                     .start_ns = call.start_ns,
                                                     .spent_ns = call.spent_ns,
                                                     .thread = call.thread,
                                                     .stack = call.stack,
                                                     .flags = call.flags,
                                                     .result = call.result,
                                                     .entry = call.entry,
                                                     .stream = call.stream,
                                                     .object = call.object,
                                                     .bytes = call.bytes };
                if (call.number == i + 1 && iq_vec_push(&document->recorded, recorded))
                    return IQ_ENOMEM;
            }
        }
    return 0;
}

/* What [call] was made with, of [size] bytes at [data]; whatever does not fit is not kept. */
static int read_payload(struct iq_document *document, struct iq_recorded_call *call,
                        const unsigned char *data, uint64_t size)
{
    struct iq_trace_payload head;
    if (size < sizeof head)
        return 0;
    memcpy(&head, data, sizeof head);
    uint64_t at = sizeof head + 8ull * head.args;
    if (head.number != call->number || head.bytes > size || at > head.bytes)
        return 0;
    uint64_t *args = iq_arena_get(&document->arena, 8ull * head.args + 8);
    struct iq_recorded_memory *memory =
        iq_arena_get(&document->arena, (head.pieces + 1ull) * sizeof *memory);
    if (!args || !memory)
        return IQ_ENOMEM;
    memcpy(args, data + sizeof head, 8ull * head.args);
    for (uint32_t i = 0; i < head.pieces; i++) {
        struct iq_trace_piece piece;
        if (head.bytes - at < sizeof piece)
            return 0;
        memcpy(&piece, data + at, sizeof piece);
        at += sizeof piece;
        memory[i] = (struct iq_recorded_memory){ piece.address, piece.size, piece.flags, NULL };
        if (piece.flags & IQ_PIECE_BARE)
            continue;
        if (piece.size > head.bytes - at)
            return 0;
        memory[i].bytes = iq_document_copy(document, (const char *)data + at, piece.size);
        at += (piece.size + 7) & ~7ull;
        if (at > head.bytes)
            return 0;
    }
    call->args = args;
    call->memory = memory;
    call->arg_count = head.args;
    call->memory_count = head.pieces;
    call->returned = head.returned;
    return 0;
}

/* They come after the calls. */
static int read_payloads(struct iq_document *document, struct fields *fields)
{
    struct field f;
    struct iq_trace_payloads area;
    while (next_field(fields, &f)) {
        if (f.tag != IQ_TAG_RING || f.length < sizeof area)
            continue;
        memcpy(&area, f.data, sizeof area);
        if (!area.capacity || area.capacity > f.length - sizeof area)
            return fields->bad = true, 0;
        for (size_t i = 0; i < document->recorded.count; i++) {
            struct iq_recorded_call *call = &document->recorded.data[i];
            uint64_t place = call->payload % area.capacity;
            if (call->payload < area.used && area.used - call->payload <= area.capacity &&
                read_payload(document, call, f.data + sizeof area + place, area.capacity - place))
                return IQ_ENOMEM;
        }
    }
    return 0;
}

/* Names of NCCL's types and operators; NULL: the call has none. */
static const char *datatype_name(int number)
{
    static const char *const names[] = { "ncclInt8",     "ncclUint8",      "ncclInt32",
                                         "ncclUint32",   "ncclInt64",      "ncclUint64",
                                         "ncclFloat16",  "ncclFloat32",    "ncclFloat64",
                                         "ncclBfloat16", "ncclFloat8e4m3", "ncclFloat8e5m2" };
    return number < 0                                     ? NULL
           : number < (int)(sizeof names / sizeof *names) ? names[number]
                                                          : "an unknown type";
}
static const char *operator_name(int number)
{
    static const char *const names[] = { "ncclSum", "ncclProd", "ncclMax", "ncclMin", "ncclAvg" };
    return number < 0                                     ? NULL
           : number < (int)(sizeof names / sizeof *names) ? names[number]
                                                          : "an operator of its own";
}

static int add_collectives(struct iq_document *document, const struct iq_trace_collectives *record)
{
    struct iq_communicator_calls *calls;
    uint64_t first =
        record->count > IQ_TRACE_COLLECTIVES ? record->count - IQ_TRACE_COLLECTIVES : 0;
    int error = iq_vec_push(&document->communicators,
                            (struct iq_communicator_calls){ .id = record->communicator,
                                                            .rank = record->rank,
                                                            .ranks = record->ranks,
                                                            .stack = record->stack,
                                                            .made = record->count });
    calls = &document->communicators.data[document->communicators.count - 1];
    for (uint64_t n = first; n < record->count && !error; n++) {
        const struct iq_trace_collective *call = &record->calls[n % IQ_TRACE_COLLECTIVES];
        struct iq_collective collective = { .datatype = datatype_name(call->datatype),
                                            .op = operator_name(call->op),
                                            .root = call->root,
                                            .count = call->count,
                                            .stack = call->stack,
                                            .entry = call->entry };
        error = iq_collectives_add(calls, &collective);
    }
    return error;
}

static int read_collectives(struct iq_document *document, struct fields *fields)
{
    struct field f;
    int error = 0;
    while (!error && next_field(fields, &f)) {
        struct iq_trace_collectives record;
        if (f.tag != IQ_TAG_COLLECTIVES || f.length < sizeof record)
            continue;
        memcpy(&record, f.data, sizeof record);
        error = add_collectives(document, &record);
    }
    return error;
}

/* Entry points have names when all records are read. */
static void name_collectives(struct iq_document *document)
{
    for (size_t i = 0; i < document->communicators.count; i++) {
        struct iq_communicator_calls *calls = &document->communicators.data[i];
        for (size_t k = 0; k < calls->calls.count; k++)
            calls->calls.data[k].api =
                iq_map_get(&document->entry_names, calls->calls.data[k].entry);
    }
}

static int began_earlier(const void *left, const void *right)
{
    const struct iq_recorded_call *a = left, *b = right;
    return a->start_ns < b->start_ns ? -1 : a->start_ns > b->start_ns;
}

/* Calls are recorded when they end, names when they are first needed. */
static void finish_calls(struct iq_document *document)
{
    if (document->recorded.count)
        qsort(document->recorded.data, document->recorded.count, sizeof *document->recorded.data,
              began_earlier);
    for (size_t i = 0; i < document->recorded.count; i++) {
        struct iq_recorded_call *call = &document->recorded.data[i];
        call->api = iq_map_get(&document->entry_names, call->entry);
        if (call->flags & IQ_CALL_LAUNCH)
            call->kernel = iq_map_get(&document->kernel_names, call->bytes);
    }
}

/* A number of recorded launches, and the kernel that it stands for. */
static int read_name(struct iq_document *document, struct fields *fields)
{
    struct field f;
    uint64_t id = UINT64_MAX;
    const char *name = NULL;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_NAME_ID)
            id = number(&f);
        else if (f.tag == IQ_TAG_NAME)
            name = text(document, &f);
    return name ? iq_map_set(&document->kernel_names, id, (void *)(uintptr_t)name) : 0;
}

/* Its name leads to a file beside this one, whatever it is. */
static int read_further(struct iq_document *document, struct fields *fields)
{
    struct field f;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_NAME) {
            const char *name = text(document, &f);
            if (strncmp(name, "findings.", 9) != 0 || strchr(name, '/'))
                fields->bad = true;
            else if (iq_vec_push(&document->further.files, name))
                return IQ_ENOMEM;
        }
    return 0;
}

static int read_message(struct iq_document *document, struct fields *fields)
{
    struct iq_message message = { 0 };
    struct field f;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_LEVEL)
            message.level = number(&f) > 2 ? 2 : (int)number(&f);
        else if (f.tag == IQ_TAG_TEXT)
            message.text = text(document, &f);
    return message.text ? iq_vec_push(&document->messages, message) : 0;
}

static int read_fault(struct iq_document *document, struct fields *fields)
{
    struct iq_fault fault = { 0 };
    struct field f;
    while (next_field(fields, &f))
        switch (f.tag) {
        case IQ_TAG_CALL_API: fault.api = text(document, &f); break;
        case IQ_TAG_COUNT: fault.nth = number(&f); break;
        case IQ_TAG_RESULT_CODE: fault.result_code = (int64_t)number(&f); break;
        case IQ_TAG_RESULT_NAME: fault.result_name = text(document, &f); break;
        case IQ_TAG_STACK_CALL: fault.stack = (uint32_t)number(&f); break;
        case IQ_TAG_MADE: fault.made = number(&f) != 0; break;
        case IQ_TAG_USE:
            fault.use = number(&f) > IQ_FAULT_USE_NONE ? 0 : (enum iq_fault_use)number(&f);
            break;
        }
    bool whole = fault.api && fault.result_name && document->faults.count < FAULT_LIMIT;
    return whole ? iq_vec_push(&document->faults, fault) : 0;
}

static int read_short(struct iq_document *document, struct fields *fields)
{
    struct field f;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_TEXT)
            document->lines_lost = text(document, &f);
    return 0;
}

static int read_exit(struct iq_document *document, struct fields *fields)
{
    struct field f;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_EXIT_CODE && (int64_t)number(&f) >= 0) {
            document->exit_known = true;
            document->exit_code = (int)number(&f) & 0xff;
        }
    return 0;
}

static int read_exec(struct iq_document *document, struct fields *fields)
{
    struct field f;
    document->exec_path = NULL;
    while (next_field(fields, &f))
        if (f.tag == IQ_TAG_PATH)
            document->exec_path = text(document, &f);
    return 0;
}

/* Fields of a finding: tag, member. */
/* clang-format off */
#define FINDING_TEXTS(X) \
    X(RULE, rule_text) X(CALL_API, api) X(CALL_ENTRY, entry) X(RESULT_NAME, result_name) X(ARG_NAME, arg_name) \
    X(ARG_VALUE, arg_value) X(MESSAGE, message) X(CAUSE, cause) X(FIX, fix) X(OBJECT_KIND, object_kind) \
    X(OBJECT_STATE, object_state) X(KERNEL_SITE, kernel_site) X(MARK, mark) X(RANGE, range)
#define FINDING_NUMBERS(X) \
    X(FINDING_ID, id) X(OBJECT_ADDRESS, object_address) X(OBJECT_SIZE, object_size) \
    X(ACCESS_ADDRESS, access_address) X(ACCESS_SIZE, access_size) X(COUNT, count) \
    X(FRAME_PC, frame_pc) X(FRAME_CFA, frame_cfa) X(PROOF_ADDRESS, proof_address) X(FOUND_NS, found_ns)
#define FINDING_STACKS(X) \
    X(STACK_CALL, stack_call) X(STACK_CREATED, stack_created) X(STACK_DESTROYED, stack_destroyed) \
    X(STACK_KERNEL, stack_kernel)
/* clang-format on */

static void finding_field(struct iq_document *document, struct iq_finding *finding,
                          const struct field *f)
{
    switch (f->tag) {
#define X(tag, member) \
    case IQ_TAG_##tag: finding->member = text(document, f); break;
        FINDING_TEXTS(X)
#undef X
#define X(tag, member) \
    case IQ_TAG_##tag: finding->member = number(f); break;
        FINDING_NUMBERS(X)
#undef X
#define X(tag, member) \
    case IQ_TAG_##tag: finding->member = (uint32_t)number(f); break;
        FINDING_STACKS(X)
#undef X
    case IQ_TAG_SEVERITY:
        finding->severity = number(f) > IQ_ERROR ? IQ_ERROR : (enum iq_severity)number(f);
        break;
    case IQ_TAG_RESULT_CODE:
        finding->has_result = true;
        finding->result_code = (int64_t)number(f);
        break;
    case IQ_TAG_PROOF:
        finding->proof = number(f) > IQ_DISPROVEN ? IQ_DISPROVEN : (enum iq_proof)number(f);
        break;
    case IQ_TAG_ACCESS_WRITES: finding->access_writes = number(f) != 0; break;
    case IQ_TAG_CONTAINED: finding->contained = number(f) != 0; break;
    case IQ_TAG_ARG_INDEX: finding->arg_index = (int)(int64_t)number(f); break;
    case IQ_TAG_ARG_FUNCTION:
        finding->arg_of_kernel = true;
        finding->arg_function = number(f);
        break;
    case IQ_TAG_OBJECT_DEVICE: finding->object_device = (int)(int64_t)number(f); break;
    case IQ_TAG_RELATED_WHAT:
        if (finding->related_count < IQ_FINDING_MAX_RELATED)
            finding->related[finding->related_count++] =
                (struct iq_related){ text(document, f), 0 };
        break;
    case IQ_TAG_RELATED_STACK:
        if (finding->related_count)
            finding->related[finding->related_count - 1].stack = (uint32_t)number(f);
        break;
    case IQ_TAG_RELATED_SITE:
        if (finding->related_count)
            finding->related_site[finding->related_count - 1] = text(document, f);
        break;
    }
}

static int read_finding(struct iq_document *document, struct fields *fields, uint64_t at)
{
    struct iq_finding finding = {
        .arg_index = -1, .object_device = -1, .count = 1, .written_at = at
    };
    struct field f;
    while (next_field(fields, &f))
        finding_field(document, &finding, &f);
    if (!finding.rule_text || !finding.message) {
        fields->bad = true;
        return 0;
    }
    uintptr_t known = finding.id ? (uintptr_t)iq_map_get(&document->finding_index, finding.id) : 0;
    if (known) {
        document->findings.data[known - 1] = finding;
        return 0;
    }
    if (document->findings.count >= FINDING_LIMIT)
        return 0;
    if (iq_vec_push(&document->findings, finding))
        return IQ_ENOMEM;
    return finding.id ? iq_map_set(&document->finding_index, finding.id,
                                   (void *)(uintptr_t)document->findings.count)
                      : 0;
}

/* Of a document's first file its parts need only what stacks are resolved with. */
static bool is_for_part(uint32_t type)
{
    return type == IQ_REC_PROCESS || type == IQ_REC_MODULE || type == IQ_REC_STACK ||
           type == IQ_REC_PYSTACK || type == IQ_REC_COMPILED || type == IQ_REC_DEVICE;
}

/* [at]: where the record begins in the file. */
static int read_record(struct iq_document *document, uint32_t type, struct fields *fields,
                       uint64_t at)
{
    if (document->is_part && !is_for_part(type))
        return 0;
    switch (type) {
    case IQ_REC_PROCESS: return read_process(document, fields);
    case IQ_REC_MODULE: return read_module(document, fields);
    case IQ_REC_STACK: return read_stack(document, fields);
    case IQ_REC_PYSTACK: return read_interpreter_stack(document, fields);
    case IQ_REC_FINDING: return read_finding(document, fields, at);
    case IQ_REC_COLLECTIVES: return read_collectives(document, fields);
    case IQ_REC_COMPILED: return read_compiled(document, fields);
    case IQ_REC_DEVICE: return read_device(document, fields);
    case IQ_REC_COVERAGE: return read_coverage(document, fields);
    case IQ_REC_KERNELS: return read_kernels(document, fields);
    case IQ_REC_COUNTERS: return read_counters(document, fields);
    case IQ_REC_MESSAGE: return read_message(document, fields);
    case IQ_REC_FAULT: return read_fault(document, fields);
    case IQ_REC_SHORT: return read_short(document, fields);
    case IQ_REC_EXIT: return read_exit(document, fields);
    case IQ_REC_EXEC: return read_exec(document, fields);
    case IQ_REC_THREADS: return read_threads(document, fields);
    case IQ_REC_ENTRY: return read_entry(document, fields);
    case IQ_REC_CALLS: return read_calls(document, fields);
    case IQ_REC_PAYLOADS: return read_payloads(document, fields);
    case IQ_REC_NAME: return read_name(document, fields);
    case IQ_REC_FURTHER: return read_further(document, fields);
    default: return 0;
    }
}

/* Were findings left out because the writer had no room for more (iq_trace_has_room)? */
static bool is_full(const struct iq_trace_header *header, size_t size)
{
    return header->folded[IQ_NOTE] + header->folded[IQ_WARNING] + header->folded[IQ_ERROR] &&
           header->used + iq_trace_reserved(size) >= size;
}

static int add_full(struct iq_document *document)
{
    char words[120];
    int length = snprintf(words, sizeof words,
                          "the trace of this process is full: %llu findings were not kept",
                          (unsigned long long)iq_document_folded(document));
    struct iq_message message = { .level = 2,
                                  .text = iq_document_copy(document, words, (size_t)length) };
    return iq_vec_push(&document->messages, message);
}

/* Whoever made the file has not written to it: it has just started, or was killed then. */
static bool is_blank(const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size && i < sizeof(struct iq_trace_header); i++)
        if (data[i])
            return false;
    return true;
}

int iq_trace_parse(struct iq_document *document, const void *data, size_t size)
{
    struct iq_trace_header header;
    if (is_blank(data, size))
        return IQ_ETRUNCATED;
    if (size < sizeof header || memcmp(data, IQ_TRACE_MAGIC, 8))
        return IQ_EFORMAT;
    memcpy(&header, data, sizeof header);
    if (header.version != 1)
        return IQ_EUNSUPPORTED;
    const unsigned char *bytes = data;
    uint64_t used = header.used;
    document->pid = header.pid;
    document->dropped = header.dropped;
    memcpy(document->folded, header.folded, sizeof document->folded);
    if (header.forgotten &&
        iq_vec_push(
            &document->messages,
            (struct iq_message){
                .level = 2,
                .text = "no memory was left in the program for what inquest records (ulimit -v?): "
                        "the report is incomplete" }))
        return IQ_ENOMEM;
    if (is_full(&header, size) && add_full(document))
        return IQ_ENOMEM;
    if (used < sizeof header || used > size) {
        document->damaged = true;
        used = used > size ? size : sizeof header;
    }
    for (uint64_t at = sizeof header; at < used;) {
        struct iq_record_header record;
        if (used - at < sizeof record) {
            document->damaged = true;
            break;
        }
        memcpy(&record, bytes + at, sizeof record);
        at += sizeof record;
        if (!record.type || record.size > used - at) {
            document->damaged = true;
            break;
        }
        struct fields fields = { bytes + at, bytes + at + record.size, false };
        int error = read_record(document, record.type, &fields, at - sizeof record);
        if (error)
            return error;
        document->damaged |= fields.bad;
        at += ((uint64_t)record.size + 7) & ~(uint64_t)7;
    }
    name_collectives(document);
    finish_calls(document);
    return 0;
}

/* The file has holes after what was written: it is mapped, not read. */
static int map_file(int fd, const void **data, size_t *size)
{
    struct stat info;
    int error = fstat(fd, &info)            ? iq_error_from_errno(errno)
                : S_ISDIR(info.st_mode)     ? IQ_EFOLDER
                : !S_ISREG(info.st_mode)    ? IQ_EFORMAT
                : info.st_size > FILE_LIMIT ? IQ_ETOOBIG
                                            : 0;
    *size = error ? 0 : (size_t)info.st_size;
    void *map = *size ? mmap(NULL, *size, PROT_READ, MAP_SHARED, fd, 0) : NULL;
    if (map == MAP_FAILED)
        error = iq_error_from_errno(errno);
    *data = error ? NULL : map;
    return error;
}

int iq_trace_read_fd(struct iq_document *document, int fd)
{
    const void *data;
    size_t size;
    int error = map_file(fd, &data, &size);
    if (error)
        return error;
    error = iq_trace_parse(document, data, size);
    if (data)
        munmap((void *)(uintptr_t)data, size);
    return error;
}

int iq_trace_read(struct iq_document *document, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return iq_error_from_errno(errno);
    int error = iq_trace_read_fd(document, fd);
    close(fd);
    return error;
}

int iq_trace_read_part(struct iq_document *part, const char *trace, const char *further)
{
    part->is_part = true;
    int error = iq_trace_read(part, trace);
    part->is_part = false;
    return error ? error : iq_trace_read(part, further);
}

bool iq_trace_has_news(int fd, uint64_t *at)
{
    struct iq_trace_header header;
    const void *data;
    size_t size;
    bool found = false;
    if (pread(fd, &header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header.magic, IQ_TRACE_MAGIC, 8) != 0)
        return false;
    *at = *at < sizeof header ? sizeof header : *at;
    if (header.used <= *at || map_file(fd, &data, &size) || !data)
        return false;
    uint64_t used = header.used < size ? header.used : size;
    while (*at < used && used - *at >= sizeof(struct iq_record_header)) {
        struct iq_record_header record;
        memcpy(&record, (const char *)data + *at, sizeof record);
        found |= record.type == IQ_REC_FINDING;
        *at += sizeof record + (((uint64_t)record.size + 7) & ~(uint64_t)7);
    }
    *at = used;
    munmap((void *)(uintptr_t)data, size);
    return found;
}
