#include "report/call_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "report/json_value.h"
#include "trace/format.h"

enum { CALLS_MOST = 100000, MEMORY_MOST = 1024, ARGS_MOST = 64 };

static json_t *digits(const char *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    char *text = malloc(2 * size + 1);
    if (!text)
        return NULL;
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digit[(unsigned char)bytes[i] >> 4];
        text[2 * i + 1] = digit[bytes[i] & 15];
    }
    json_t *value = json_stringn(text, 2 * size);
    free(text);
    return value;
}

static json_t *memory_json(const struct iq_recorded_memory *memory)
{
    json_t *object = json_object();
    json_object_set_new(object, "address", iq_json_hex(memory->address));
    json_object_set_new(object, "size", json_integer((json_int_t)memory->size));
    if (memory->flags & IQ_PIECE_MADE)
        json_object_set_new(object, "made", json_true());
    if (memory->flags & IQ_PIECE_PLAIN)
        json_object_set_new(object, "plain", json_true());
    if (memory->bytes)
        json_object_set_new(object, "bytes", digits(memory->bytes, memory->size));
    return object;
}

static json_t *call_json(const struct iq_recorded_call *call, const struct iq_signature *signature)
{
    json_t *object = json_object(), *args = json_array(), *memory = json_array();
    json_object_set_new(object, "number", json_integer((json_int_t)call->number));
    json_object_set_new(object, "thread", json_integer(call->thread));
    json_object_set_new(object, "entry", json_string(signature->id));
    json_object_set_new(object, "returned", iq_json_hex(call->returned));
    for (uint32_t i = 0; i < call->arg_count; i++)
        json_array_append_new(args, iq_json_hex(call->args[i]));
    json_object_set_new(object, "arguments", args);
    for (uint32_t i = 0; i < call->memory_count; i++)
        json_array_append_new(memory, memory_json(&call->memory[i]));
    json_object_set_new(object, "memory", memory);
    return object;
}

/* Were calls recorded so that they can be made again? */
static bool has_arguments(const struct iq_document *document)
{
    for (size_t i = 0; i < document->recorded.count; i++)
        if (document->recorded.data[i].args)
            return true;
    return false;
}

int iq_recorded_put_calls(json_t *root, struct iq_slicer *slicer)
{
    const struct iq_document *document = slicer->document;
    if (!has_arguments(document))
        return 0;
    uint8_t *wanted = calloc(document->recorded.count, 1);
    int failed = wanted ? 0 : IQ_ENOMEM;
    for (size_t i = 0; i < document->findings.count && !failed; i++) {
        iq_slice slice = { 0 };
        failed = iq_slicer_slice(slicer, &document->findings.data[i], &slice);
        for (size_t k = 0; k < slice.count; k++)
            wanted[slice.data[k]] = 1;
        iq_vec_finish(&slice);
    }
    json_t *calls = json_array();
    for (size_t i = 0; i < document->recorded.count && !failed; i++) {
        const struct iq_recorded_call *call = &document->recorded.data[i];
        const struct iq_signature *signature = wanted[i] ? iq_signature_of(call) : NULL;
        if (signature)
            json_array_append_new(calls, call_json(call, signature));
    }
    free(wanted);
    json_object_set_new(root, "recorded",
                        json_pack("{s:I, s:I, s:o}", "total", (json_int_t)document->recorded_count,
                                  "lost", (json_int_t)document->recorded_lost, "calls", calls));
    return failed;
}

int iq_recorded_put_numbers(json_t *object, struct iq_slicer *slicer,
                            const struct iq_finding *finding)
{
    iq_slice slice = { 0 };
    if (!has_arguments(slicer->document))
        return 0;
    int failed = iq_slicer_slice(slicer, finding, &slice);
    json_t *numbers = json_array();
    for (size_t i = 0; i < slice.count; i++)
        json_array_append_new(
            numbers,
            json_integer((json_int_t)slicer->document->recorded.data[slice.data[i]].number));
    if (slice.count)
        json_object_set(object, "recorded", numbers);
    json_decref(numbers);
    iq_vec_finish(&slice);
    return failed;
}

int iq_recorded_put_all_numbers(json_t *root, struct iq_slicer *slicer)
{
    const struct iq_document *document = slicer->document;
    json_t *recorded = json_object_get(root, "recorded"), *all = json_object();
    int failed = 0;
    for (size_t i = 0; i < document->findings.count && recorded && !failed; i++) {
        const struct iq_finding *finding = &document->findings.data[i];
        char id[24];
        json_t *object = json_object();
        snprintf(id, sizeof id, "%" PRIu64, finding->id);
        failed = iq_recorded_put_numbers(object, slicer, finding);
        if (json_object_get(object, "recorded"))
            json_object_set(all, id, json_object_get(object, "recorded"));
        json_decref(object);
    }
    if (recorded)
        json_object_set(recorded, "findings", all);
    json_decref(all);
    return failed;
}

/* --- back --------------------------------------------------------------------------------- */

static bool read_hex(json_t *value, uint64_t *number)
{
    const char *text = json_string_value(value);
    char *end;
    if (!text || strncmp(text, "0x", 2) != 0 || strlen(text) > 18 || strlen(text) < 3)
        return false;
    *number = strtoull(text, &end, 16);
    return !*end;
}

static int value_of(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
}

/* The bytes that [value] spells; NULL: it does not, or not [size] of them. */
static const char *read_digits(struct iq_document *document, json_t *value, uint64_t size)
{
    const char *text = json_string_value(value);
    if (!text || json_string_length(value) / 2 != size || json_string_length(value) % 2)
        return NULL;
    char *bytes = iq_arena_get(&document->arena, size + 1);
    for (uint64_t i = 0; bytes && i < size; i++) {
        int high = value_of(text[2 * i]), low = value_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return NULL;
        bytes[i] = (char)(high << 4 | low);
    }
    return bytes;
}

static bool read_memory(struct iq_document *document, json_t *from,
                        struct iq_recorded_memory *memory)
{
    json_t *size = json_object_get(from, "size"), *bytes = json_object_get(from, "bytes");
    if (!read_hex(json_object_get(from, "address"), &memory->address) || !json_is_integer(size) ||
        json_integer_value(size) < 0)
        return false;
    memory->size = (uint64_t)json_integer_value(size);
    memory->flags = json_is_true(json_object_get(from, "made")) ? IQ_PIECE_MADE : 0;
    memory->flags |= json_is_true(json_object_get(from, "plain")) ? IQ_PIECE_PLAIN : 0;
    memory->flags |= bytes ? 0 : IQ_PIECE_BARE;
    return !bytes || (memory->bytes = read_digits(document, bytes, memory->size));
}

static bool read_call(struct iq_document *document, json_t *from, struct iq_recorded_call *call)
{
    json_t *arguments = json_object_get(from, "arguments"),
           *pieces = json_object_get(from, "memory");
    const char *entry = json_string_value(json_object_get(from, "entry"));
    json_int_t number = json_integer_value(json_object_get(from, "number"));
    size_t args = json_array_size(arguments), count = json_array_size(pieces);
    if (!entry || number < 1 || args > ARGS_MOST || count > MEMORY_MOST ||
        !read_hex(json_object_get(from, "returned"), &call->returned))
        return false;
    uint64_t *values = iq_arena_get(&document->arena, 8 * args + 8);
    struct iq_recorded_memory *memory =
        iq_arena_get(&document->arena, (count + 1) * sizeof *memory);
    if (!values || !memory)
        return false;
    for (size_t i = 0; i < args; i++)
        if (!read_hex(json_array_get(arguments, i), &values[i]))
            return false;
    for (size_t i = 0; i < count; i++)
        if (!read_memory(document, json_array_get(pieces, i), &memory[i]))
            return false;
    call->number = (uint64_t)number;
    call->thread = (uint32_t)json_integer_value(json_object_get(from, "thread"));
    call->signature = iq_document_copy(document, entry, strlen(entry));
    call->args = values;
    call->arg_count = (uint32_t)args;
    call->memory = memory;
    call->memory_count = (uint32_t)count;
    return true;
}

int iq_recorded_read_calls(struct iq_document *document, json_t *root)
{
    json_t *recorded = json_object_get(root, "recorded"),
           *calls = json_object_get(recorded, "calls");
    if (!recorded)
        return 0;
    if (!json_is_array(calls) || json_array_size(calls) > CALLS_MOST)
        return IQ_EFORMAT;
    json_int_t total = json_integer_value(json_object_get(recorded, "total"));
    document->recorded_count = total > 0 ? (uint64_t)total : 0;
    json_int_t lost = json_integer_value(json_object_get(recorded, "lost"));
    document->recorded_lost = lost > 0 ? (uint64_t)lost : 0;
    for (size_t i = 0; i < json_array_size(calls); i++) {
        struct iq_recorded_call call = { 0 };
        if (!read_call(document, json_array_get(calls, i), &call))
            return IQ_EFORMAT;
        if (iq_vec_push(&document->recorded, call))
            return IQ_ENOMEM;
    }
    return 0;
}

int iq_recorded_read_numbers(struct iq_document *document, json_t *object,
                             struct iq_finding *finding)
{
    json_t *numbers = json_object_get(object, "recorded");
    size_t count = json_array_size(numbers);
    if (!numbers)
        return 0;
    if (!json_is_array(numbers) || count > CALLS_MOST)
        return IQ_EFORMAT;
    uint64_t *recorded = iq_arena_get(&document->arena, 8 * count + 8);
    if (!recorded)
        return IQ_ENOMEM;
    for (size_t i = 0; i < count; i++) {
        json_int_t number = json_integer_value(json_array_get(numbers, i));
        if (number < 1)
            return IQ_EFORMAT;
        recorded[i] = (uint64_t)number;
    }
    finding->recorded = recorded;
    finding->recorded_count = (uint32_t)count;
    return 0;
}
