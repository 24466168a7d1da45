#include "reproduce/slice.h"

#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "reproduce/find.h"
#include "trace/format.h"

/* MARK_WANTED: the finding names it; MARK_NEEDED: something else needs what it makes or changes;
 * MARK_CHANGES: changes of what it makes are marked. */
enum { MARK_WANTED = 1, MARK_NEEDED = 2, MARK_CHANGES = 4, MARK_DONE = 8 };
/* NEAR: as far behind memory an address still means it; FAR: where its size is not known; STEPS: of
 * a search through neighbours; LAST: calls that used an object last. */
enum { NEAR = 64 << 10, FAR = 16 << 20, STEPS = 16, LAST = 200 };

const struct iq_signature *iq_signature_of(const struct iq_recorded_call *call)
{
    const struct iq_signature *found = NULL;
    if (!call->args)
        return NULL;
    if (!call->signature)
        found = call->entry < iq_signature_count ? &iq_signatures[call->entry] : NULL;
    else
        for (uint32_t i = 0; i < iq_signature_count && !found; i++)
            if (!strcmp(iq_signatures[i].id, call->signature))
                found = &iq_signatures[i];
    return found && found->count == call->arg_count ? found : NULL;
}

static bool is_address(uint64_t value) { return value >= 0x10000 && value < 1ull << 47; }

/* --- what calls have made ----------------------------------------------------------------- */

static int by_value(const void *left, const void *right)
{
    const struct iq_made *a = left, *b = right;
    return a->value != b->value ? (a->value < b->value ? -1 : 1)
           : a->call != b->call ? (a->call < b->call ? -1 : 1)
                                : 0;
}

static int add_made(struct iq_slicer *slicer, struct iq_made made)
{
    return is_address(made.value) && iq_vec_push(&slicer->made, made) ? IQ_ENOMEM : 0;
}

/* What [call] has written to [memory], of parameter [p]. */
static int add_memory(struct iq_slicer *slicer, uint32_t at, uint16_t m,
                      const struct iq_parameter *p)
{
    const struct iq_recorded_call *call = &slicer->document->recorded.data[at];
    const struct iq_recorded_memory *memory = &call->memory[m];
    bool is_memory = p->makes & IQ_MAKES_MEMORY;
    for (uint16_t word = 0; word < memory->size / 8 && word < UINT16_MAX; word++) {
        struct iq_made made = { .call = at, .memory = m, .word = word, .makes = p->makes };
        memcpy(&made.value, memory->bytes + 8 * word, sizeof made.value);
        if (p->makes & IQ_MAKES_INSIDE) /* memory, if it is anything */
            made.makes |= IQ_MAKES_MEMORY;
        made.size = is_memory && p->size_arg >= 0 ? call->args[p->size_arg] : 0;
        if (add_made(slicer, made))
            return IQ_ENOMEM;
    }
    return 0;
}

static int add_call(struct iq_slicer *slicer, uint32_t at)
{
    const struct iq_recorded_call *call = &slicer->document->recorded.data[at];
    const struct iq_signature *signature = iq_signature_of(call);
    int failed = 0;
    if (!signature)
        return 0;
    for (uint8_t i = 0; i < signature->count && !failed; i++) {
        const struct iq_parameter *p = &iq_signature_parameters(signature)[i];
        if (p->makes & IQ_MAKES_NAME)
            failed = add_made(slicer, (struct iq_made){ .value = call->args[i],
                                                        .call = at,
                                                        .memory = UINT16_MAX,
                                                        .makes = p->makes });
        for (uint16_t m = 0; m < call->memory_count && !failed; m++)
            if (call->memory[m].address == call->args[i] && call->memory[m].bytes &&
                (call->memory[m].flags & IQ_PIECE_MADE || p->makes & IQ_MAKES_INSIDE))
                failed = add_memory(slicer, at, m, p);
    }
    if (!failed && signature->return_bytes == 8 && !signature->returns_object)
        failed = add_made(
            slicer, (struct iq_made){ .value = call->returned, .call = at, .memory = UINT16_MAX });
    return failed;
}

int iq_slicer_init(struct iq_slicer *slicer, const struct iq_document *document)
{
    *slicer = (struct iq_slicer){ .document = document };
    slicer->marks = calloc(document->recorded.count + 1, 1);
    int failed = slicer->marks ? 0 : IQ_ENOMEM;
    for (uint32_t i = 0; i < document->recorded.count && !failed; i++)
        failed = add_call(slicer, i);
    if (slicer->made.count)
        qsort(slicer->made.data, slicer->made.count, sizeof *slicer->made.data, by_value);
    return failed;
}

void iq_slicer_finish(struct iq_slicer *slicer)
{
    iq_vec_finish(&slicer->made);
    free(slicer->marks);
}

static bool holds(const struct iq_made *made, uint64_t value, bool slack)
{
    uint64_t behind = value - made->value;
    if (!(made->makes & IQ_MAKES_MEMORY))
        return !behind;
    return behind < (made->size ? made->size : 1) ||
           (slack && behind < (made->size ? made->size + NEAR : FAR));
}

const struct iq_made *iq_slicer_find(const struct iq_slicer *slicer, uint64_t value,
                                     uint32_t before, bool slack)
{
    size_t low = 0, high = slicer->made.count;
    if (!is_address(value))
        return NULL;
    while (low < high) { /* the first one above */
        size_t middle = low + (high - low) / 2;
        if (slicer->made.data[middle].value <= value)
            low = middle + 1;
        else
            high = middle;
    }
    const struct iq_made *maybe = NULL;
    for (int steps = 0; low > 0 && steps < STEPS;) {
        const struct iq_made *made = &slicer->made.data[--low];
        if (made->call >= before)
            continue;
        if (holds(made, value, slack)) {
            if (!(made->makes & IQ_MAKES_INSIDE))
                return made;
            maybe = made; /* rather who has made it before it was put there */
        }
        steps++;
    }
    return maybe;
}

/* --- slices ------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Is [value] in a struct or list that [call] was given? */
static bool is_in_memory(const struct iq_recorded_call *call, uint64_t value)
{
    for (uint32_t m = 0; m < call->memory_count; m++) {
        const struct iq_recorded_memory *memory = &call->memory[m];
        for (uint64_t at = 0;
             memory->bytes && !(memory->flags & (IQ_PIECE_MADE | IQ_PIECE_PLAIN)) &&
             at + 8 <= memory->size;
             at += 8)
            if (!memcmp(memory->bytes + at, &value, 8))
                return true;
    }
    return false;
}

/* Of Vulkan: commands change the command buffer that they are called with first; other calls, whose
 * first argument is mostly the device, what they are given besides. */
static bool changes_vulkan(const struct iq_recorded_call *call,
                           const struct iq_signature *signature, uint64_t value)
{
    static const char *const makers[] = { "vkCreate", "vkAllocate", "vkGet", "vkEnumerate" };
    static const char *const recorders[] = { "vkCmd",   "vkBegin",     "vkEnd",
                                             "vkReset", "vkQueueWait", "vkDeviceWait" };
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (begins_with(signature->symbol, makers[i]))
            return false;
    for (size_t i = 0; i < sizeof recorders / sizeof recorders[0]; i++)
        if (begins_with(signature->symbol, recorders[i]) && call->args[0] == value)
            return true;
    for (uint8_t i = 1; i < signature->count; i++)
        if (call->args[i] == value &&
            iq_signature_parameters(signature)[i].kind == IQ_PARAMETER_ADDRESS)
            return true;
    return !begins_with(signature->symbol, "vkCmd") && is_in_memory(call, value);
}

/* Does [call] change the object [value], which it is called with first? */
static bool changes(const struct iq_recorded_call *call, uint64_t value)
{
    const struct iq_signature *signature = iq_signature_of(call);
    if (signature && signature->count && !strcmp(signature->api, "vulkan"))
        return changes_vulkan(call, signature, value);
    if (!signature || signature->flags & (IQ_SIGNATURE_ASKS | IQ_SIGNATURE_ACCESS |
                                          IQ_SIGNATURE_HIDDEN | IQ_SIGNATURE_WORK))
        return false;
    for (uint8_t i = 0; i < signature->count; i++)
        if (iq_signature_parameters(signature)[i].kind == IQ_PARAMETER_OUT && call->args[i])
            return false;
    for (uint8_t i = 0; i < signature->count; i++)
        if (iq_signature_parameters(signature)[i].kind == IQ_PARAMETER_ADDRESS && call->args[i])
            return call->args[i] == value;
    return false;
}

/* Marks what made [value], for call [before], and what changed it since. */
static void need(struct iq_slicer *slicer, uint64_t value, uint32_t before)
{
    const struct iq_made *made = iq_slicer_find(slicer, value, before, true);
    if (!made || slicer->marks[made->call] & MARK_CHANGES)
        return;
    slicer->marks[made->call] |= MARK_NEEDED | MARK_CHANGES;
    for (uint32_t i = made->call + 1; i < before; i++)
        if (!slicer->marks[i] && changes(&slicer->document->recorded.data[i], made->value))
            slicer->marks[i] |= MARK_NEEDED;
}

/* Marks the calls that made what call [at] uses. */
static void need_all(struct iq_slicer *slicer, uint32_t at)
{
    const struct iq_recorded_call *call = &slicer->document->recorded.data[at];
    const struct iq_signature *signature = iq_signature_of(call);
    for (uint8_t i = 0; signature && i < signature->count; i++)
        if (iq_signature_parameters(signature)[i].kind == IQ_PARAMETER_ADDRESS)
            need(slicer, call->args[i], at);
    for (uint32_t m = 0; m < call->memory_count; m++) {
        const struct iq_recorded_memory *memory = &call->memory[m];
        for (uint64_t word = 0;
             memory->bytes && !(memory->flags & (IQ_PIECE_MADE | IQ_PIECE_PLAIN)) &&
             word < memory->size / 8 && word < 512;
             word++) {
            uint64_t value;
            memcpy(&value, memory->bytes + 8 * word, sizeof value);
            need(slicer, value, at);
        }
    }
}

/* Do calls [a] and [b] use the same object or memory, by an argument? */
static bool shares_object(const struct iq_slicer *slicer, uint32_t a, uint32_t b)
{
    const struct iq_recorded_call *first = &slicer->document->recorded.data[a],
                                  *second = &slicer->document->recorded.data[b];
    const struct iq_signature *one = iq_signature_of(first), *other = iq_signature_of(second);
    for (uint8_t i = 0; one && other && i < one->count; i++) {
        const struct iq_made *made;
        if (iq_signature_parameters(one)[i].kind != IQ_PARAMETER_ADDRESS ||
            !is_address(first->args[i]))
            continue;
        made = iq_slicer_find(slicer, first->args[i], UINT32_MAX, true);
        for (uint8_t k = 0; k < other->count; k++)
            if (iq_signature_parameters(other)[k].kind == IQ_PARAMETER_ADDRESS &&
                (second->args[k] == first->args[i] ||
                 (made && holds(made, second->args[k], false))))
                return true;
    }
    return false;
}

/* Calls before [at] that used one of its objects, unless they only asked or copied. */
static void want_users(struct iq_slicer *slicer, uint32_t at)
{
    uint32_t wanted = 0;
    for (uint32_t i = at; i-- > 0 && wanted < LAST;) {
        const struct iq_signature *signature = iq_signature_of(&slicer->document->recorded.data[i]);
        if (!signature ||
            signature->flags & (IQ_SIGNATURE_ASKS | IQ_SIGNATURE_HIDDEN | IQ_SIGNATURE_ACCESS))
            continue;
        if (shares_object(slicer, i, at)) {
            slicer->marks[i] |= MARK_NEEDED;
            wanted++;
        }
    }
}

/* The state that the call at [at] is made in, and what registers images: they end with a call that
 * says so. */
static void want_state(struct iq_slicer *slicer, uint32_t at)
{
    const struct iq_recorded_call *calls = slicer->document->recorded.data;
    for (uint32_t i = 0; i < at; i++) {
        const struct iq_signature *signature = iq_signature_of(&calls[i]);
        if (signature && signature->flags & IQ_SIGNATURE_STATE &&
            calls[i].thread == calls[at].thread)
            slicer->marks[i] |= MARK_NEEDED;
    }
}

/* A call of the driver API that no cuInit came before works in what the runtime has set up. */
static void want_runtime(struct iq_slicer *slicer, uint32_t at)
{
    const struct iq_recorded_call *calls = slicer->document->recorded.data;
    const struct iq_signature *last = iq_signature_of(&calls[at]);
    for (uint32_t i = 0; last && !strcmp(last->api, "cuda") && i < at; i++) {
        const struct iq_signature *signature = iq_signature_of(&calls[i]);
        if (!signature || signature->flags & (IQ_SIGNATURE_HIDDEN | IQ_SIGNATURE_ASKS))
            continue;
        if (!strcmp(signature->api, "cudart"))
            slicer->marks[i] |= MARK_NEEDED;
        return;
    }
}

static void want_ends(struct iq_slicer *slicer, uint32_t at)
{
    const struct iq_recorded_call *calls = slicer->document->recorded.data;
    for (uint32_t i = 0; i < at; i++) {
        const struct iq_signature *signature = iq_signature_of(&calls[i]);
        if (!signature || strcmp(signature->symbol, "__cudaRegisterFatBinaryEnd") != 0)
            continue;
        const struct iq_made *made = iq_slicer_find(slicer, calls[i].args[0], i, false);
        if (made && slicer->marks[made->call])
            slicer->marks[i] |= MARK_NEEDED;
    }
}

/* Of a saved report, the numbers are there. */
static int copy_numbers(const struct iq_document *document, const struct iq_finding *finding,
                        iq_slice *slice)
{
    size_t k = 0;
    for (uint32_t i = 0; i < document->recorded.count && k < finding->recorded_count; i++)
        if (document->recorded.data[i].number == finding->recorded[k]) {
            if (iq_vec_push(slice, i))
                return IQ_ENOMEM;
            k++;
        }
    if (k < finding->recorded_count)
        slice->count = 0;
    return 0;
}

/* The call that was under way when [finding], about the call at [own], was made: a later one may
 * have brought it to light. */
static uint32_t call_of_discovery(const struct iq_document *document,
                                  const struct iq_finding *finding, uint32_t own)
{
    const struct iq_recorded_call *calls = document->recorded.data;
    uint32_t last = own;
    for (uint32_t i = own + 1; i < document->recorded.count; i++)
        if (calls[i].start_ns <= finding->found_ns &&
            finding->found_ns <= calls[i].start_ns + calls[i].spent_ns &&
            iq_signature_of(&calls[i]))
            last = i;
    return last;
}

int iq_slicer_slice(struct iq_slicer *slicer, const struct iq_finding *finding, iq_slice *slice)
{
    const struct iq_document *document = slicer->document;
    uint32_t last;
    if (finding->recorded_count)
        return copy_numbers(document, finding, slice);
    if (!iq_find_call(document, finding, &last))
        return 0;
    memset(slicer->marks, 0, document->recorded.count);
    slicer->marks[last] = MARK_WANTED;
    uint32_t own = last;
    last = call_of_discovery(document, finding, own);
    slicer->marks[last] |= MARK_NEEDED;
    uint32_t stacks[IQ_FINDING_MAX_RELATED + 2] = { finding->stack_created,
                                                    finding->stack_destroyed };
    for (int i = 0; i < finding->related_count; i++)
        stacks[2 + i] = finding->related[i].stack;
    for (int i = 0; i < finding->related_count + 2; i++) {
        int64_t other = iq_find_stack(document, stacks[i], finding->object_address, own);
        if (other >= 0)
            slicer->marks[other] |= MARK_WANTED;
    }
    want_state(slicer, last);
    want_runtime(slicer, last);
    for (uint32_t i = last + 1; i-- > 0;)
        if (slicer->marks[i] & MARK_WANTED)
            want_users(slicer, i);
    for (uint32_t i = last + 1; i-- > 0;)
        if (slicer->marks[i] && !(slicer->marks[i] & MARK_DONE)) {
            slicer->marks[i] |= MARK_DONE;
            need_all(slicer, i);
            i = last + 1; /* it may have marked calls behind it */
        }
    want_ends(slicer, last);
    for (uint32_t i = 0; i <= last; i++)
        if (slicer->marks[i] && iq_vec_push(slice, i))
            return IQ_ENOMEM;
    return 0;
}
