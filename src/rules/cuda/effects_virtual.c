/* Why calls about virtual memory failed: reserved addresses, what is mapped there, and the rights
 * to use it.  bad-size, misaligned, range-overflow, not-mapped, mapped-conflict, interior-free,
 * wrong-free, wrong-space. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/query.h"
#include "call/core.h"
#include "call/walk.h"
#include "model/handle.h"
#include "model/range.h"
#include "rules/rules.h"

void iq_fx_vmm_reserve(struct iq_call *call, int phase);
void iq_fx_vmm_create(struct iq_call *call, int phase);
void iq_fx_vmm_access(struct iq_call *call, int phase);
void iq_fx_vmm_asked(struct iq_call *call, int phase);
void iq_fx_vmm_granularity(struct iq_call *call, int phase);
void iq_effects_map(struct iq_call *call);
void iq_effects_unmap(struct iq_call *call, int phase);
void iq_effects_unreserve(struct iq_call *call);

static struct iq_suspicion suspicion_of(enum iq_rule_id rule, int rank, int arg)
{
    return (struct iq_suspicion){ .rule = rule,
                                  .rank = rank,
                                  .arg = arg,
                                  .failed = IQ_ERROR,
                                  .done = IQ_SILENT,
                                  .object = { .device = -1 } };
}

static struct iq_suspicion about_range(enum iq_rule_id rule, int rank, int arg,
                                       const struct iq_range *range)
{
    struct iq_suspicion suspicion = suspicion_of(rule, rank, arg);
    suspicion.object = iq_object_of_range(range);
    return suspicion;
}

static bool has_failed(const struct iq_call *call)
{
    return !call->outer && call->result == CUDA_ERROR_INVALID_VALUE;
}

/* --- what lies at an address
 * --------------------------------------------------------------------------------------- */

/* Bits, so that a search can accept several. */
enum state {
    NOTHING = 1,
    RESERVED = 2,
    MAPPED = 4,   /* by cuMemMap */
    UNMAPPED = 8, /* by cuMemUnmap; reserved, as far as is known */
    OTHER = 16    /* memory of another allocator */
};

static bool is_mapping(const struct iq_range *range)
{
    return range->created.entry && range->created.entry->operation == IQ_OP_MAP_MEMORY;
}

/* [range] is what lies, or lay, there; not with NOTHING. */
static enum state state_at(uint64_t address, struct iq_range *range)
{
    if (iq_range_find(address, range))
        return range->kind == IQ_KIND_VMM_RANGE ? RESERVED : is_mapping(range) ? MAPPED : OTHER;
    return iq_range_find_freed(address, range) && is_mapping(range) ? UNMAPPED : NOTHING;
}

/* Where [range] at [at] ends.  A part of what was unmapped may be mapped again. */
static uint64_t end_of(uint64_t at, enum state state, const struct iq_range *range)
{
    uint64_t end = range->base + range->size;
    struct iq_range next;
    while (state == UNMAPPED && iq_range_find_below(end - 1, &next) && next.base > at)
        end = next.base;
    return end;
}

/* Bytes from [begin] on in one of [states], at least [enough] if there are as many. */
static uint64_t extent(uint64_t begin, uint64_t enough, unsigned states)
{
    uint64_t at = begin;
    struct iq_range range;
    enum state state;
    while (at - begin < enough && (state = state_at(at, &range)) & states && range.size)
        at = end_of(at, state, &range);
    return at - begin;
}

/* --- sizes
 * --------------------------------------------------------------------------------------- */

struct explain_granularity {
    uint64_t value, unit;
    bool known; /* the unit, from the driver */
};
static void explain_granularity(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_granularity *evidence = IQ_EVIDENCE(explain_granularity, suspicion);
    uint64_t up = (evidence->value / evidence->unit + 1) * evidence->unit;
    iq_str_printf(&words->message, "%s of %s is ", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_name_value(&words->message, &call->entry->args[suspicion->arg], evidence->value);
    if (evidence->value)
        iq_str_puts(&words->message, ", which is not a multiple of the allocation granularity");
    iq_str_puts(&words->cause, "memory is mapped in whole large pages, ");
    iq_str_printf(&words->cause,
                  evidence->known ? "of %llu bytes on this device" : "usually of %llu bytes",
                  (unsigned long long)(evidence->known ? evidence->unit : 2 << 20));
    if (suspicion->rule == IQ_RULE_MISALIGNED)
        iq_str_puts(&words->fix, "pass a multiple of what cuMemGetAllocationGranularity returns");
    else
        iq_str_puts(
            &words->fix,
            "round the size up to a multiple of what cuMemGetAllocationGranularity returns");
    if (evidence->known && suspicion->rule == IQ_RULE_BAD_SIZE)
        iq_str_printf(&words->fix, ": %llu", (unsigned long long)up);
}

/* Memory of the current device. */
static const CUmemAllocationProp *usual(CUmemAllocationProp *properties)
{
    *properties = (CUmemAllocationProp){ .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                         .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE,
                                                       .id = iq_thread_block->device } };
    return properties;
}

/* Argument [arg] is no multiple of what pages of memory with [properties] have (NULL: the usual
 * ones); a size may not be 0 either. */
static bool suspect_multiple(const struct iq_call *call, int arg, enum iq_rule_id rule,
                             const CUmemAllocationProp *properties)
{
    enum { LEAST = 65536 }; /* that any device has */
    CUmemAllocationProp own;
    uint64_t value = call->args[arg], unit = 0;
    if (value && value % LEAST == 0) /* else it is wrong without asking */
        unit = iq_query_granularity(properties ? properties : usual(&own));
    bool known = unit;
    unit = known ? unit : LEAST;
    if (value % unit == 0 && (value || rule != IQ_RULE_BAD_SIZE))
        return false;
    struct iq_suspicion suspicion = suspicion_of(rule, IQ_RANK_CODE + 6, arg);
    IQ_EXPLAIN(&suspicion, explain_granularity, .value = value, .unit = unit, .known = known);
    iq_suspect(&suspicion);
    return true;
}

/* An address that is in the middle of a page of what is reserved. */
static bool suspect_address(const struct iq_call *call)
{
    struct iq_range range;
    return state_at(call->args[0], &range) & (RESERVED | UNMAPPED) &&
           suspect_multiple(call, 0, IQ_RULE_MISALIGNED, NULL);
}

/* (out address, bytes, alignment, ...).  The documentation asks for pages of the host; drivers
 * refuse all but whole pages of the device. */
void iq_fx_vmm_reserve(struct iq_call *call, int phase)
{
    if (phase == 1 && has_failed(call))
        suspect_multiple(call, 1, IQ_RULE_BAD_SIZE, NULL);
}

static void explain_fabric(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s of %s asks for a fabric handle, which this process is not permitted to use",
                  iq_guilty_name(suspicion, call), call->entry->name);
    iq_str_puts(
        &words->cause,
        "handles for memory that other nodes map need an IMEX channel (/dev/nvidia-caps-imex-channels) that the process may open, "
        "also where CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED is 1");
    iq_str_puts(
        &words->fix,
        "set requestedHandleTypes to CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR for memory that stays on this node; or give the process (or its container) a channel");
}

/* Fabric handles are often tried first; memory with other handles, created later, excuses it. */
static void suspect_fabric(const struct iq_call *call, int arg)
{
    const CUmemAllocationProp *properties = (const CUmemAllocationProp *)(uintptr_t)call->args[arg];
    if (call->outer || call->result != CUDA_ERROR_NOT_PERMITTED ||
        !(properties->requestedHandleTypes & CU_MEM_HANDLE_TYPE_FABRIC))
        return;
    struct iq_suspicion suspicion = suspicion_of(IQ_RULE_BAD_DEVICE, IQ_RANK_CODE + 6, arg);
    suspicion.member = "prop->requestedHandleTypes";
    suspicion.member_value = properties->requestedHandleTypes;
    suspicion.instead = IQ_KIND_VMM_HANDLE;
    suspicion.explain = explain_fabric;
    iq_suspect(&suspicion);
}

/* (out handle, bytes, properties, ...) */
void iq_fx_vmm_create(struct iq_call *call, int phase)
{
    uint64_t value = 0;
    if (phase != 1)
        return;
    suspect_fabric(call, 2);
    if (has_failed(call))
        suspect_multiple(call, 1, IQ_RULE_BAD_SIZE,
                         (const CUmemAllocationProp *)(uintptr_t)call->args[2]);
    if (call->result || !call->args[0])
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    struct iq_handle *handle = iq_handle_find(IQ_KIND_VMM_HANDLE, value);
    if (handle && handle->kind == IQ_KIND_VMM_HANDLE)
        handle->bytes = call->args[1];
}

/* (out bytes, properties, ...) */
void iq_fx_vmm_granularity(struct iq_call *call, int phase)
{
    if (phase == 1)
        suspect_fabric(call, 1);
}

/* --- places
 * --------------------------------------------------------------------------------------- */

static void explain_not_reserved(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    bool maps = call->entry->operation == IQ_OP_MAP_MEMORY;
    iq_str_printf(&words->message,
                  maps ? "%s of %s is memory of another allocation, not reserved addresses"
                       : "%s of %s was not mapped by cuMemMap",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->cause,
        maps ? "; memory is mapped only where addresses were reserved"
             : "; each device's rights are set separately only for memory that cuMemMap mapped");
    iq_str_puts(
        &words->fix,
        maps
            ? "reserve addresses with cuMemAddressReserve, and map there"
            : "leave out the call: a device always has access to its own allocations; access from another device takes cuCtxEnablePeerAccess, or cuMemPoolSetAccess for memory of a pool");
}

/* Memory that has another allocator. */
static bool suspect_other(const struct iq_call *call, int arg)
{
    struct iq_range range;
    if (state_at(call->args[arg], &range) != OTHER)
        return false;
    struct iq_suspicion suspicion = about_range(IQ_RULE_WRONG_SPACE, IQ_RANK_FOREIGN, arg, &range);
    suspicion.explain = explain_not_reserved;
    iq_suspect(&suspicion);
    return true;
}

static void explain_not_mapped(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is reserved, but nothing is mapped there",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "in this order: cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess; then use it; then cuMemUnmap, cuMemRelease, cuMemAddressFree");
}

static bool suspect_not_mapped(const struct iq_call *call, int arg)
{
    struct iq_range range;
    if (state_at(call->args[arg], &range) != RESERVED)
        return false;
    struct iq_suspicion suspicion = about_range(IQ_RULE_NOT_MAPPED, IQ_RANK_FOREIGN, arg, &range);
    suspicion.explain = explain_not_mapped;
    iq_suspect(&suspicion);
    return true;
}

/* --- cuMemMap(address, bytes, offset, handle, flags)
 * --------------------------------------------------------------------------------------- */

struct explain_taken {
    uint64_t free; /* bytes before what is mapped already */
};
static void explain_taken(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    uint64_t free = IQ_EVIDENCE(explain_taken, suspicion)->free;
    if (free)
        iq_str_printf(
            &words->message, "%s maps %llu bytes, but after %llu bytes memory is already mapped",
            call->entry->name, (unsigned long long)call->args[1], (unsigned long long)free);
    else
        iq_str_printf(&words->message, "%s of %s is already mapped",
                      iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix,
                "unmap it first (cuMemUnmap), or map at another part of the reserved range");
}

/* Something is mapped in that place, or in a part of it. */
static bool suspect_taken(const struct iq_call *call)
{
    struct iq_range range;
    uint64_t free = extent(call->args[0], call->args[1], RESERVED | UNMAPPED);
    if (free >= call->args[1] || state_at(call->args[0] + free, &range) != MAPPED)
        return false;
    struct iq_suspicion suspicion =
        about_range(IQ_RULE_MAPPED_CONFLICT, IQ_RANK_FOREIGN, free ? 1 : 0, &range);
    IQ_EXPLAIN(&suspicion, explain_taken, .free = free);
    iq_suspect(&suspicion);
    return true;
}

struct explain_reserved {
    uint64_t room; /* bytes that are reserved from the address on */
};
static void explain_reserved(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s maps %llu bytes, but only %llu bytes are reserved there",
                  call->entry->name, (unsigned long long)call->args[1],
                  (unsigned long long)IQ_EVIDENCE(explain_reserved, suspicion)->room);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "reserve %llu bytes or more with cuMemAddressReserve, or map less",
                  (unsigned long long)call->args[1]);
}

/* More is mapped than addresses are reserved; drivers refuse it mostly, not always.  What follows
 * may be another reservation, or be known as what was mapped there. */
static bool suspect_reserved(const struct iq_call *call)
{
    struct iq_range range, next;
    if (call->outer || state_at(call->args[0], &range) != RESERVED)
        return false;
    uint64_t room = extent(call->args[0], call->args[1], RESERVED | UNMAPPED),
             after = call->args[0] + room;
    if (room >= call->args[1] ||
        (!call->result && (iq_range_find(after, &next) || iq_range_find_freed(after, &next))))
        return false;
    struct iq_suspicion suspicion = about_range(IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE, 1, &range);
    suspicion.done = IQ_ERROR;
    IQ_EXPLAIN(&suspicion, explain_reserved, .room = room);
    iq_suspect(&suspicion);
    return true;
}

struct explain_map {
    uint64_t bytes, offset; /* that are mapped, and where they begin in the allocation */
    uint64_t size;          /* bytes of the allocation */
};
static void explain_map(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words)
{
    const struct explain_map *evidence = IQ_EVIDENCE(explain_map, suspicion);
    iq_str_printf(&words->message,
                  "%s maps %llu bytes at offset %llu, but the allocation has %llu bytes",
                  call->entry->name, (unsigned long long)evidence->bytes,
                  (unsigned long long)evidence->offset, (unsigned long long)evidence->size);
    iq_str_puts(&words->cause, "the allocation was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "map at most the size that was passed to cuMemCreate; sizes are multiples of the allocation granularity");
}

static bool suspect_more_than_allocated(const struct iq_call *call)
{
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_VMM_HANDLE, call->args[3]);
    if (!handle || handle->kind != IQ_KIND_VMM_HANDLE || !handle->bytes ||
        iq_handle_is_dead(handle) ||
        (call->args[2] <= handle->bytes && call->args[1] <= handle->bytes - call->args[2]))
        return false;
    struct iq_suspicion suspicion = suspicion_of(IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE, 1);
    suspicion.object = iq_object_of_handle(handle);
    IQ_EXPLAIN(&suspicion, explain_map, .bytes = call->args[1], .offset = call->args[2],
               .size = handle->bytes);
    iq_suspect(&suspicion);
    return true;
}

static void explain_offset(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu, but must be 0",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)call->args[suspicion->arg]);
    iq_str_puts(&words->cause,
                "CUDA maps an allocation only from its first byte on; the argument is there for "
                "later versions");
    iq_str_puts(&words->fix, "create an allocation with cuMemCreate for each part that must be "
                             "mapped separately, and map each from offset 0");
}

static void suspect_offset(const struct iq_call *call)
{
    if (!call->args[2])
        return;
    struct iq_suspicion suspicion = suspicion_of(IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 6, 2);
    suspicion.explain = explain_offset;
    iq_suspect(&suspicion);
}

/* Before the mapping is known. */
void iq_effects_map(struct iq_call *call)
{
    if (!call->result) {
        suspect_reserved(call);
        return;
    }
    /* which real drivers return for too much */
    bool lacking = call->result == CUDA_ERROR_NOT_SUPPORTED && !call->outer;
    if (!has_failed(call) && !lacking)
        return;
    if (!lacking && (suspect_other(call, 0) || suspect_taken(call) || suspect_reserved(call)))
        return;
    if (!suspect_more_than_allocated(call) && !suspect_multiple(call, 1, IQ_RULE_BAD_SIZE, NULL) &&
        !suspect_multiple(call, 2, IQ_RULE_MISALIGNED, NULL) && !suspect_address(call))
        suspect_offset(call);
}

/* --- cuMemSetAccess(address, bytes, rights, count), cuMemGetAccess(out flags, location, address)
 * --------------------------------------------------------------------------------------- */

struct explain_access {
    uint64_t mapped; /* bytes from the address on */
    enum state then; /* what follows */
};
static void explain_access(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_access *evidence = IQ_EVIDENCE(explain_access, suspicion);
    iq_str_printf(
        &words->message, "%s names %llu bytes, but memory is mapped only at the first %llu",
        call->entry->name, (unsigned long long)call->args[1], (unsigned long long)evidence->mapped);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                evidence->then == RESERVED
                    ? "; the addresses that follow are reserved, but nothing is mapped there"
                : evidence->then == UNMAPPED
                    ? "; what was mapped at the addresses that follow has been unmapped"
                    : "; the addresses that follow are not reserved");
    iq_str_printf(&words->fix,
                  evidence->then & (RESERVED | UNMAPPED)
                      ? "map memory at the rest first (cuMemMap), or pass a size of %llu"
                      : "pass a size of %llu",
                  (unsigned long long)evidence->mapped);
}

static void explain_access_part(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message,
                  suspicion->arg ? "%s of %s ends inside a mapping"
                                 : "%s of %s is inside a mapping",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; rights are set for whole mappings");
    iq_str_printf(
        &words->fix,
        "name all of what one or more calls to cuMemMap mapped (this mapping: 0x%llx, %llu bytes), or map with a separate call what needs separate rights",
        (unsigned long long)suspicion->object.address, (unsigned long long)suspicion->object.size);
}

static void explain_no_rights(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "the call needs the rights of at least one device");
    iq_str_puts(&words->fix, "pass an array with one CUmemAccessDesc for each device that gets or "
                             "loses access, and its length");
}

/* Begins or ends inside of what one call has mapped. */
static void suspect_access_part(const struct iq_call *call)
{
    struct iq_range range;
    uint64_t begin = call->args[0], end = begin + call->args[1];
    bool inside = state_at(begin, &range) == MAPPED && range.base < begin;
    if (!inside && (state_at(end - 1, &range) != MAPPED || range.base + range.size == end))
        return;
    struct iq_suspicion suspicion = about_range(inside ? IQ_RULE_MISALIGNED : IQ_RULE_BAD_SIZE,
                                                IQ_RANK_CODE + 5, inside ? 0 : 1, &range);
    suspicion.explain = explain_access_part;
    iq_suspect(&suspicion);
}

void iq_fx_vmm_access(struct iq_call *call, int phase)
{
    struct iq_range range, next;
    if (phase != 1 || !has_failed(call) || suspect_other(call, 0) || suspect_not_mapped(call, 0) ||
        suspect_multiple(call, 1, IQ_RULE_BAD_SIZE, NULL) ||
        state_at(call->args[0], &range) != MAPPED)
        return;
    uint64_t mapped = extent(call->args[0], call->args[1], MAPPED);
    if (mapped < call->args[1]) {
        struct iq_suspicion suspicion =
            about_range(IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE, 1, &range);
        IQ_EXPLAIN(&suspicion, explain_access, .mapped = mapped,
                   .then = state_at(call->args[0] + mapped, &next));
        iq_suspect(&suspicion);
        return;
    }
    suspect_access_part(call);
    if (!call->args[3]) {
        struct iq_suspicion suspicion = suspicion_of(IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 6, 3);
        suspicion.explain = explain_no_rights;
        iq_suspect(&suspicion);
    }
}

void iq_fx_vmm_asked(struct iq_call *call, int phase)
{
    if (phase == 1 && has_failed(call) && !suspect_other(call, 2))
        suspect_not_mapped(call, 2);
}

/* --- cuMemUnmap(address, bytes)
 * --------------------------------------------------------------------------------------- */

static void explain_part(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s unmaps only part of a mapping", call->entry->name);
    iq_str_printf(&words->cause, "the call names %llu bytes at 0x%llx; ",
                  (unsigned long long)call->args[1], (unsigned long long)call->args[0]);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; a mapping can only be unmapped as a whole");
    iq_str_puts(
        &words->fix,
        "unmap the whole range, or map the pieces that must be unmapped separately with one cuMemMap each");
}

/* Of a mapping that begins or ends outside. */
static bool suspect_part(const struct iq_call *call)
{
    struct iq_range range;
    uint64_t begin = call->args[0], end = begin + call->args[1];
    enum state state;
    for (uint64_t at = begin;
         at < end && (state = state_at(at, &range)) & (MAPPED | RESERVED | UNMAPPED) && range.size;
         at = end_of(at, state, &range)) {
        if (state != MAPPED || (range.base >= begin && range.base + range.size <= end))
            continue;
        struct iq_suspicion suspicion =
            about_range(IQ_RULE_INTERIOR_FREE, IQ_RANK_FOREIGN, range.base < begin ? 0 : 1, &range);
        suspicion.explain = explain_part;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

struct explain_unmap {
    uint64_t mapped; /* bytes from the address on; 0: it was not mapped by cuMemMap */
};
static void explain_unmap(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    uint64_t mapped = IQ_EVIDENCE(explain_unmap, suspicion)->mapped;
    if (mapped)
        iq_str_printf(&words->message, "%s unmaps %llu bytes, but only %llu bytes are mapped there",
                      call->entry->name, (unsigned long long)call->args[1],
                      (unsigned long long)mapped);
    else
        iq_str_printf(&words->message, "%s of %s was not mapped by cuMemMap",
                      iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    if (mapped)
        iq_str_printf(&words->fix, "pass the size that was mapped, %llu bytes",
                      (unsigned long long)mapped);
    else
        iq_str_puts(&words->fix, "free memory by the function of the same family as the one that "
                                 "allocated it");
}

/* Memory of another allocator, or more than was mapped. */
static bool suspect_unmap(const struct iq_call *call)
{
    struct iq_range range;
    enum state state = state_at(call->args[0], &range);
    uint64_t known =
        state == OTHER ? 0 : extent(call->args[0], call->args[1], MAPPED | RESERVED | UNMAPPED);
    if (state != OTHER && (state != MAPPED || known >= call->args[1]))
        return false;
    struct iq_suspicion suspicion = about_range(known ? IQ_RULE_RANGE_OVERFLOW : IQ_RULE_WRONG_FREE,
                                                IQ_RANK_FOREIGN, known ? 1 : 0, &range);
    IQ_EXPLAIN(&suspicion, explain_unmap, .mapped = known);
    iq_suspect(&suspicion);
    return true;
}

void iq_effects_unmap(struct iq_call *call, int phase)
{
    if (phase == 1 && has_failed(call) && !suspect_part(call) && !suspect_unmap(call) &&
        !suspect_multiple(call, 1, IQ_RULE_BAD_SIZE, NULL) && !suspect_address(call))
        suspect_not_mapped(call, 0);
}

/* --- cuMemAddressFree(address, bytes)
 * --------------------------------------------------------------------------------------- */

struct explain_unreserve {
    uint64_t room; /* bytes that are reserved, or free of mappings, from the address on */
};
static void explain_unreserve(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    unsigned long long room = IQ_EVIDENCE(explain_unreserve, suspicion)->room;
    if (suspicion->rule == IQ_RULE_BAD_SIZE) {
        iq_str_printf(&words->message, "%s of %s is %llu, but %llu bytes are reserved there",
                      iq_arg_name(call, suspicion->arg), call->entry->name,
                      (unsigned long long)call->args[1], room);
        iq_str_puts(&words->cause, "addresses are freed as they were reserved");
        iq_str_printf(&words->fix, "pass the size that was reserved, %llu", room);
        return;
    }
    iq_str_printf(&words->message, "%s frees addresses where memory is still mapped",
                  call->entry->name);
    iq_str_printf(&words->cause, "at byte %llu of the range is ", room);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "unmap everything in the range first (cuMemUnmap)");
}

/* Bytes from [begin] on of one reservation, where nothing is mapped.  [reserved] is a part of it,
 * if one was never mapped. */
static uint64_t reserved_at(uint64_t begin, struct iq_range *reserved)
{
    struct iq_range range;
    enum state state;
    uint64_t at = begin, number = 0;
    while ((state = state_at(at, &range)) & (RESERVED | UNMAPPED) && range.size) {
        if (state == RESERVED && number && range.created.number != number)
            break;
        if (state == RESERVED) {
            number = range.created.number;
            *reserved = range;
        }
        at = end_of(at, state, &range);
    }
    return at - begin;
}

/* The rules of memory in general look for allocations, of which there is none. */
void iq_effects_unreserve(struct iq_call *call)
{
    struct iq_range range, reserved = { 0 };
    uint64_t begin = call->args[0];
    if (!has_failed(call) || !(state_at(begin, &range) & (RESERVED | UNMAPPED)))
        return;
    uint64_t room = reserved_at(begin, &reserved);
    bool mapped = room < call->args[1] && state_at(begin + room, &range) == MAPPED;
    if (!mapped && room == call->args[1])
        return;
    struct iq_suspicion suspicion =
        suspicion_of(mapped ? IQ_RULE_WRONG_FREE : IQ_RULE_BAD_SIZE, IQ_RANK_DEAD + 1, !mapped);
    if (mapped || reserved.size)
        suspicion.object = iq_object_of_range(mapped ? &range : &reserved);
    IQ_EXPLAIN(&suspicion, explain_unreserve, .room = room);
    iq_suspect(&suspicion);
}
