/* Why calls about memory failed that rows cannot say: advice and prefetches of what is not managed,
 * tensor maps. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "call/core.h"
#include "call/walk.h"
#include "model/handle.h"
#include "model/range.h"
#include "process/hostmem.h"
#include "rules/rules.h"

void iq_fx_managed(struct iq_call *call, int phase);
void iq_fx_tensor_map(struct iq_call *call, int phase);

static struct iq_suspicion suspicion_of(enum iq_rule_id rule, int rank, int arg)
{
    return (struct iq_suspicion){ .rule = rule,
                                  .rank = rank,
                                  .arg = arg,
                                  .failed = IQ_ERROR,
                                  .done = IQ_SILENT,
                                  .object = { .device = -1 } };
}

static bool has_failed(const struct iq_call *call, int phase)
{
    return phase == 1 && !call->outer && call->result == CUDA_ERROR_INVALID_VALUE;
}

static void explain_managed(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not managed memory",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (suspicion->object.created.number)
        iq_put_object_past(&words->cause, &suspicion->object, call);
    else {
        iq_put_object(&words->cause, &suspicion->object);
        iq_str_printf(&words->cause, " is in %s", iq_host_words(suspicion->object.address));
    }
    iq_str_puts(&words->cause, "; only managed memory moves between host and devices");
    iq_str_puts(
        &words->fix,
        "allocate with cudaMallocManaged, or remove the call: other memory does not migrate");
}

enum { ATTACH_SINGLE = 4 };

static void explain_attach_default(const struct iq_suspicion *suspicion, struct iq_call *call,
                                   struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message, "%s attaches memory to the default stream only",
                  call->entry->name);
    iq_str_puts(
        &words->cause,
        "with the flag Single only work on the given stream may use the memory; the default streams are shared, so they are not allowed here");
    iq_str_puts(&words->fix, "pass a stream that the program created, or use the flag Global");
}

static void explain_attach_part(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu, only a part of the allocation",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)call->args[suspicion->arg]);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; managed memory can only be attached as a whole");
    iq_str_puts(&words->fix, "pass the start of the allocation, and 0 or its full size");
}

/* (stream, pointer, bytes, flags) */
static void suspect_attach(const struct iq_call *call, const struct iq_range *range)
{
    bool single = (uint32_t)call->args[3] == ATTACH_SINGLE && call->args[0] <= 1,
         part = call->args[2] && call->args[2] != range->size;
    struct iq_suspicion suspicion =
        suspicion_of(part ? IQ_RULE_BAD_SIZE : IQ_RULE_NULL_HANDLE, IQ_RANK_CODE + 6, part ? 2 : 0);
    suspicion.object = iq_object_of_range(range);
    suspicion.explain = part ? explain_attach_part : explain_attach_default;
    if (single || part)
        iq_suspect(&suspicion);
}

/* (pointer, bytes, ...), or (stream, pointer, ...) */
void iq_fx_managed(struct iq_call *call, int phase)
{
    struct iq_range range;
    struct iq_hostmem_region region;
    int arg = call->entry->args[0].role == IQ_ROLE_STREAM;
    if (!has_failed(call, phase))
        return;
    bool known = iq_resolved_range(call, arg, &range);
    if (!known && !iq_resolved_region(call, arg, call->args[arg], &region))
        return;
    if (known && range.kind == IQ_KIND_MANAGED_MEMORY) {
        if (arg)
            suspect_attach(call, &range);
        return;
    }
    struct iq_suspicion suspicion = suspicion_of(IQ_RULE_WRONG_SPACE, IQ_RANK_FOREIGN, arg);
    suspicion.object = known ? iq_object_of_range(&range) : iq_object_of_host(call->args[arg], 0);
    suspicion.explain = explain_managed;
    iq_suspect(&suspicion);
}

struct explain_tensor {
    uint64_t value;
    uint64_t element;   /* index in the argument; UINT64_MAX: it is no array */
    const char *wanted; /* what it must be */
};
static void explain_tensor(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    const struct explain_tensor *evidence = IQ_EVIDENCE(explain_tensor, suspicion);
    iq_str_puts(&words->message, name);
    if (evidence->element != UINT64_MAX)
        iq_str_printf(&words->message, "[%llu]", (unsigned long long)evidence->element);
    iq_str_printf(&words->message, " of %s is 0x%llx, which is not %s", call->entry->name,
                  (unsigned long long)evidence->value, evidence->wanted);
    iq_str_puts(&words->cause,
                "tensor maps describe copies by hardware (TMA), which has this limit");
    iq_str_printf(&words->fix, "pass %s", evidence->wanted);
}

static bool suspect_tensor(enum iq_rule_id rule, int arg, uint64_t value, uint64_t element,
                           const char *wanted)
{
    struct iq_suspicion suspicion = suspicion_of(rule, IQ_RANK_CODE + 6, arg);
    IQ_EXPLAIN(&suspicion, explain_tensor, .value = value, .element = element, .wanted = wanted);
    iq_suspect(&suspicion);
    return true;
}

/* Elements of a list of [bytes] each that must be 1 to [most], or multiples of [multiple]. */
static bool check_list(const struct iq_call *call, const char *name, uint32_t count, size_t bytes,
                       uint64_t most, uint64_t multiple, const char *wanted)
{
    int arg = iq_entry_arg_named(call->entry, name);
    uint64_t list[5] = { 0 };
    uint32_t small[5];
    count = count > 5 ? 5 : count;
    if (arg < 0 ||
        !iq_hostmem_copy(call->args[arg], bytes == 8 ? (void *)list : small, count * bytes))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = bytes == 8 ? list[i] : small[i];
        if ((multiple && value % multiple) || !value || value > most)
            return suspect_tensor(multiple && value % multiple ? IQ_RULE_MISALIGNED
                                                               : IQ_RULE_BAD_SIZE,
                                  arg, value, i, wanted);
    }
    return false;
}

static uint64_t number(const struct iq_call *call, const char *name)
{
    int arg = iq_entry_arg_named(call->entry, name);
    return arg < 0 ? 0 : (uint32_t)call->args[arg];
}

/* Of the types from 8 bits on; packed ones have rules of their own. */
static const uint8_t type_bytes[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };

/* How type, interleaving, swizzling and the innermost row of the box go together. */
static bool check_layout(const struct iq_call *call, uint32_t dimensions)
{
    enum { FIRST_FLOAT = 6, WIDE = 2 /* interleaved by 32 bytes */ };
    uint64_t type = number(call, "tensorDataType"), interleave = number(call, "interleave"),
             swizzle = number(call, "swizzle");
    int box = iq_entry_arg_named(call->entry, "boxDim");
    uint32_t inner = 0;
    if (type >= sizeof type_bytes)
        return false;
    if (number(call, "oobFill") && type < FIRST_FLOAT)
        return suspect_tensor(IQ_RULE_BAD_FLAGS, iq_entry_arg_named(call->entry, "oobFill"), 1,
                              UINT64_MAX,
                              "0 (zeros): only floating-point types have NaN to fill with");
    if (interleave && dimensions < 3)
        return suspect_tensor(IQ_RULE_BAD_FLAGS, iq_entry_arg_named(call->entry, "interleave"),
                              interleave, UINT64_MAX, "0 (none) for fewer than 3 dimensions");
    if (interleave == WIDE && swizzle != 1)
        return suspect_tensor(IQ_RULE_BAD_FLAGS, iq_entry_arg_named(call->entry, "swizzle"),
                              swizzle, UINT64_MAX,
                              "1 (32 bytes), which goes with interleaving by 32 bytes");
    if (interleave || box < 0 || !iq_hostmem_copy(call->args[box], &inner, sizeof inner))
        return false;
    uint64_t row = (uint64_t)inner * type_bytes[type];
    if (row % 16)
        return suspect_tensor(IQ_RULE_MISALIGNED, box, inner, 0,
                              "such that the innermost row of the box is a multiple of 16 bytes");
    if (swizzle >= 1 && swizzle <= 3 && row > 16u << swizzle)
        return suspect_tensor(
            IQ_RULE_BAD_SIZE, box, inner, 0,
            swizzle == 1
                ? "such that the innermost row of the box has at most the swizzle's 32 bytes"
            : swizzle == 2
                ? "such that the innermost row of the box has at most the swizzle's 64 bytes"
                : "such that the innermost row of the box has at most the swizzle's 128 bytes");
    return false;
}

/* The box of pixels of im2col: corners have the bits that the dimensions leave them. */
static bool check_pixels(const struct iq_call *call, uint32_t dimensions)
{
    static const char *const names[] = { "pixelBoxLowerCorner", "pixelBoxUpperCorner" };
    int most = dimensions == 3   ? 32767
               : dimensions == 4 ? 127
                                 : 15,
        channels = iq_entry_arg_named(call->entry, "channelsPerPixel"),
        pixels = iq_entry_arg_named(call->entry, "pixelsPerColumn");
    if (channels < 0)
        return false;
    if (dimensions < 3)
        return suspect_tensor(IQ_RULE_BAD_SIZE, iq_entry_arg_named(call->entry, "tensorRank"),
                              dimensions, UINT64_MAX, "3 to 5 dimensions");
    if (!number(call, "channelsPerPixel") || number(call, "channelsPerPixel") > 256)
        return suspect_tensor(IQ_RULE_BAD_SIZE, channels, number(call, "channelsPerPixel"),
                              UINT64_MAX, "1 to 256 channels");
    if (!number(call, "pixelsPerColumn") || number(call, "pixelsPerColumn") > 1024)
        return suspect_tensor(IQ_RULE_BAD_SIZE, pixels, number(call, "pixelsPerColumn"), UINT64_MAX,
                              "1 to 1024 pixels");
    for (int n = 0; n < 2; n++) {
        int arg = iq_entry_arg_named(call->entry, names[n]), corner[3];
        if (arg < 0 || !iq_hostmem_copy(call->args[arg], corner, (dimensions - 2) * sizeof *corner))
            continue;
        for (uint32_t i = 0; i < dimensions - 2; i++)
            if (corner[i] > most || corner[i] < -most - 1)
                return suspect_tensor(
                    IQ_RULE_BAD_SIZE, arg, (uint32_t)corner[i], i,
                    dimensions == 3   ? "-32768 to 32767, as corners of one dimension"
                    : dimensions == 4 ? "-128 to 127, as corners of two dimensions"
                                      : "-16 to 15, as corners of three dimensions");
    }
    return false;
}

struct explain_large_tensor {
    uint64_t bytes, room; /* of the tensor; of the memory from its address on */
};
static void explain_large_tensor(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct explain_large_tensor *evidence = IQ_EVIDENCE(explain_large_tensor, suspicion);
    iq_str_printf(&words->message, "the tensor of %s ends %llu bytes past the end of its memory",
                  call->entry->name, (unsigned long long)(evidence->bytes - evidence->room));
    iq_str_printf(
        &words->cause,
        "by %s and globalStrides it has %llu bytes, and from its address on there are %llu of ",
        iq_arg_name(call, suspicion->arg), (unsigned long long)evidence->bytes,
        (unsigned long long)evidence->room);
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                "; copies by this map (TMA) are only kept within the tensor that it describes");
    iq_str_printf(&words->fix,
                  "check %s (elements, the innermost dimension first) and globalStrides (bytes, "
                  "from the second dimension on) against the size of the memory",
                  iq_arg_name(call, suspicion->arg));
}

/* Bytes from the first to the last element; 0: not known, or more than there are addresses. */
static uint64_t tensor_bytes(const struct iq_call *call, uint32_t dimensions)
{
    int arg = iq_entry_arg_named(call->entry, "globalDim"),
        strides_arg = iq_entry_arg_named(call->entry, "globalStrides");
    uint64_t type = number(call, "tensorDataType"), size[5], strides[5] = { 0 }, bytes = 0;
    if (type >= sizeof type_bytes || number(call, "interleave") || arg < 0 || strides_arg < 0 ||
        !dimensions || dimensions > 5 ||
        !iq_hostmem_copy(call->args[arg], size, dimensions * sizeof *size) ||
        (dimensions > 1 &&
         !iq_hostmem_copy(call->args[strides_arg], strides, (dimensions - 1) * sizeof *strides)))
        return 0;
    for (uint32_t i = 0; i < dimensions; i++) {
        uint64_t more;
        if (__builtin_mul_overflow(i ? size[i] - 1 : size[0], i ? strides[i - 1] : type_bytes[type],
                                   &more) ||
            __builtin_add_overflow(bytes, more, &bytes))
            return 0;
    }
    return bytes;
}

/* The hardware keeps a copy within the map's tensor, and nothing in a kernel says more of it: the
 * map is what is checked.  The software device sees the copies themselves. */
static void check_memory(const struct iq_call *call, int address, uint32_t dimensions)
{
    struct iq_range range;
    uint64_t at = call->args[address], bytes = tensor_bytes(call, dimensions);
    if (iq_core.soft || !iq_core.sees_kernels || !iq_range_find(at, &range) ||
        !range.created.entry || range.created.entry->flags & IQ_ENTRY_RIGHTS ||
        bytes <= range.base + range.size - at)
        return;
    struct iq_suspicion suspicion = suspicion_of(IQ_RULE_RANGE_OVERFLOW, IQ_RANK_CODE + 6,
                                                 iq_entry_arg_named(call->entry, "globalDim"));
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_range(&range);
    IQ_EXPLAIN(&suspicion, explain_large_tensor, .bytes = bytes,
               .room = range.base + range.size - at);
    iq_suspect(&suspicion);
}

void iq_fx_tensor_map(struct iq_call *call, int phase)
{
    int map = iq_entry_arg_named(call->entry, "tensorMap"),
        rank = iq_entry_arg_named(call->entry, "tensorRank"),
        address = iq_entry_arg_named(call->entry, "globalAddress");
    uint32_t dimensions = rank < 0 ? 0 : (uint32_t)call->args[rank];
    if (phase == 1 && !call->outer && !call->result && address >= 0)
        check_memory(call, address, dimensions);
    if (!has_failed(call, phase))
        return;
    if (rank >= 0 && (dimensions < 1 || dimensions > 5)) {
        suspect_tensor(IQ_RULE_BAD_SIZE, rank, dimensions, UINT64_MAX,
                       "1 to 5 dimensions (3 to 5 for im2col)");
        return;
    }
    bool wide = number(call, "interleave") == 2;
    if (map >= 0 && call->args[map] % 64)
        suspect_tensor(IQ_RULE_MISALIGNED, map, call->args[map], UINT64_MAX, "aligned to 64 bytes");
    else if (address >= 0 && call->args[address] % (wide ? 32 : 16))
        suspect_tensor(IQ_RULE_MISALIGNED, address, call->args[address], UINT64_MAX,
                       wide ? "aligned to 32 bytes, as interleaving by 32 bytes requires"
                            : "aligned to 16 bytes");
    else if (rank >= 0 &&
             !check_list(call, "globalDim", dimensions, 8, (uint64_t)1 << 32, 0,
                         "1 to 2^32 elements") &&
             !check_list(
                 call, "globalStrides", dimensions - 1, 8, ((uint64_t)1 << 40) - 1, wide ? 32 : 16,
                 wide ? "a multiple of 32 bytes below 2^40, as interleaving by 32 bytes requires"
                      : "a multiple of 16 bytes below 2^40") &&
             !check_list(call, "boxDim", dimensions, 4, 256, 0, "1 to 256 elements") &&
             !check_pixels(call, dimensions) && !check_layout(call, dimensions))
        check_list(call, "elementStrides", dimensions, 4, 8, 0, "1 to 8");
}
