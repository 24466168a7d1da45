/* null-pointer, range-overflow, not-mapped, mapped-conflict, bad-flags: memory objects of OpenCL
 * that the host has mapped. */
#include <string.h>

#include "api_opencl/boxes.h"
#include "api_opencl/kernels.h"
#include "api_opencl/objects.h"
#include "api_opencl/shared.h"
#include "call/plan.h"
#include "call/walk.h"
#include "model/range.h"
#include "process/caller.h"
#include "process/hostheap.h"
#include "process/hostmap.h"
#include "rules/rules.h"

static struct iq_suspicion about_map(const struct iq_event *event, enum iq_rule_id rule, int rank,
                                     int arg, const struct iq_handle *handle)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, arg);
    const struct iq_memobj *memory = iq_memobj_of(handle);
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(handle);
    suspicion.object.size = memory ? memory->size : 0;
    return suspicion;
}

/* --- unmapping
 * ------------------------------------------------------------------------------------------
 */

struct explain_unmap {
    const struct iq_memobj *memory;
};
static void explain_unmap(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct iq_memobj *memory = IQ_EVIDENCE(explain_unmap, suspicion)->memory;
    uint64_t address = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s is not an address at which %s is mapped",
                  iq_arg_name(call, suspicion->arg), call->entry->name, suspicion->object.kind);
    if (memory->unmapped.address == address) {
        iq_str_printf(&words->cause, "it was unmapped by %s ",
                      memory->unmapped.ref.entry ? memory->unmapped.ref.entry->name : "a call");
        iq_put_ago(&words->cause, memory->unmapped.ref.number, call->number);
    } else if (!memory->map_count)
        iq_str_printf(&words->cause, "the %s is not mapped", suspicion->object.kind);
    for (int i = 0; i < IQ_MEMOBJ_MAPS && memory->map_count; i++)
        if (memory->maps[i].address) {
            uint64_t base = memory->maps[i].address;
            iq_str_printf(&words->cause, "%sit is mapped at 0x%llx",
                          words->cause.length ? "; " : "", (unsigned long long)base);
            if (address > base && address - base < memory->maps[i].bytes)
                iq_str_printf(&words->cause, ", and this address is %llu bytes after that",
                              (unsigned long long)(address - base));
            break;
        }
    iq_str_puts(
        &words->fix,
        "pass the address that clEnqueueMapBuffer or clEnqueueMapImage returned, once per map, with the object that was mapped");
}

static void explain_shared(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is shared memory that is not mapped",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "clEnqueueSVMMap was not called for this address, or the memory has already been unmapped");
    iq_str_puts(&words->fix,
                "map it with clEnqueueSVMMap, use it, then unmap it once, at the same address");
}

static void check_shared(const struct iq_event *event, int arg)
{
    struct iq_range range;
    uint64_t address = event->call->args[arg];
    if (!address || !iq_range_find(address, &range) || range.kind != IQ_KIND_SVM_MEMORY ||
        iq_cl_svm_is_mapped(address))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_NOT_MAPPED, IQ_RANK_FOREIGN, arg);
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_range(&range);
    suspicion.explain = explain_shared;
    iq_suspect(&suspicion);
}

/* Drivers do not look at the size of what they were given. */
static void check_shared_map(const struct iq_event *event)
{
    struct iq_range range;
    const struct iq_call *call = event->call;
    int size = iq_cl_arg_named(call, "size");
    uint64_t address = iq_cl_value(call, "svm_ptr");
    if (!address || !iq_range_find(address, &range) || range.kind != IQ_KIND_SVM_MEMORY ||
        call->args[size] <= range.base + range.size - address)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, (int64_t)call->args[size] < 0 ? IQ_RULE_BAD_SIZE : IQ_RULE_RANGE_OVERFLOW,
        IQ_RANK_RANGE, size);
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_range(&range);
    suspicion.access_address = address;
    suspicion.access_size = call->args[size];
    IQ_EXPLAIN(&suspicion, iq_explain_end, .thing = { "the shared memory", NULL });
    iq_suspect(&suspicion);
}

static void check_unmap(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (call->entry->operation == IQ_OP_UNMAP_SHARED)
        check_shared(event, iq_cl_arg_named(call, "svm_ptr"));
    if (call->entry->operation != IQ_OP_UNMAP_OBJECT)
        return;
    int arg = iq_cl_arg_named(call, "mapped_ptr");
    const struct iq_handle *handle = iq_cl_object(call, arg - 1);
    const struct iq_memobj *memory = iq_memobj_of(handle);
    if (!memory || memory->map_overflow || handle->flags & IQ_HANDLE_ADOPTED)
        return;
    for (int i = 0; i < IQ_MEMOBJ_MAPS; i++)
        if (memory->maps[i].address == call->args[arg] && call->args[arg])
            return;
    struct iq_suspicion suspicion =
        about_map(event, IQ_RULE_NOT_MAPPED, IQ_RANK_FOREIGN, arg, handle);
    if (memory->unmapped.address == call->args[arg]) {
        suspicion.related[0].what = "it was unmapped here";
        suspicion.related[0].ref = memory->unmapped.ref;
    }
    IQ_EXPLAIN(&suspicion, explain_unmap, .memory = memory);
    iq_suspect(&suspicion);
}

/* --- host memory of a command that was a mapping
 * --------------------------------------------------------------------------------------------- */

struct explain_ended {
    struct iq_memobj_unmapped gone;
};
static void explain_ended(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct iq_memobj_unmapped *gone = &IQ_EVIDENCE(explain_ended, suspicion)->gone;
    iq_str_printf(&words->message, "%s of %s points into a mapping of %s that has ended",
                  iq_guilty_name(suspicion, call), call->entry->name, suspicion->object.kind);
    iq_str_printf(&words->cause, "[0x%llx, 0x%llx) was unmapped by %s ",
                  (unsigned long long)gone->lo, (unsigned long long)gone->hi,
                  gone->ref.entry ? gone->ref.entry->name : "a call");
    iq_put_ago(&words->cause, gone->ref.number, call->number);
    iq_str_puts(
        &words->cause,
        "; since then the address is not valid for the program: it may be the object's own memory or unused");
    iq_str_printf(&words->fix,
                  "copy from the object itself (clEnqueueCopyBuffer), or unmap it after %s is done",
                  call->entry->name);
}

/* A driver may have given the mapping's memory back: does a block or a mapping of the program lie
 * there by now?  Doubt is yes. */
static bool is_the_programs(uint64_t address)
{
    struct iq_hostheap_block block;
    struct iq_hostmap_block map;
    if (!iq_hostheap_is_active() || iq_hostheap_leaky || iq_hostmap_find(address, &map))
        return true;
    enum iq_hostheap_state state = iq_hostheap_find(address, &block);
    return state == IQ_HOSTHEAP_FREED ||
           (state == IQ_HOSTHEAP_LIVE && !iq_cl_is_driver_code(iq_caller_pc(block.allocated)));
}

static void check_ended(const struct iq_event *event)
{
    struct iq_memobj_unmapped gone;
    if (event->bytes.space != IQ_SPACE_HOST || !event->bytes.size ||
        !iq_memobj_find_unmapped(event->value, &gone) || is_the_programs(event->value))
        return;
    struct iq_suspicion suspicion =
        about_map(event, IQ_RULE_NOT_MAPPED, IQ_RANK_DEAD, event->arg, gone.object);
    suspicion.failed = IQ_SILENT;
    suspicion.related[0].what = "it was unmapped here";
    suspicion.related[0].ref = gone.ref;
    IQ_EXPLAIN(&suspicion, explain_ended, .gone = gone);
    iq_suspect(&suspicion);
}

/* --- use while mapped
 * --------------------------------------------------------------------------------------------- */

static bool for_writing(const struct iq_memobj_map *map)
{
    return map->flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
}

struct explain_mapped {
    const struct iq_memobj_map *map; /* that is there already */
    bool maps, writes;               /* what the call does: maps or accesses, writes or reads */
};
static void explain_mapped(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_mapped *evidence = IQ_EVIDENCE(explain_mapped, suspicion);
    const struct iq_memobj_map *map = evidence->map;
    bool maps = evidence->maps, writes = evidence->writes;
    iq_str_printf(&words->message,
                  maps     ? "%s maps a part of %s that is already mapped for writing"
                  : writes ? "%s writes %s while the host has it mapped"
                           : "%s reads %s while the host has it mapped for writing",
                  call->entry->name,
                  suspicion->member ? suspicion->member : iq_arg_name(call, suspicion->arg));
    iq_str_printf(&words->cause, "the %s was mapped for %s by %s ", suspicion->object.kind,
                  for_writing(map) ? "writing" : "reading",
                  map->ref.entry ? map->ref.entry->name : "a call");
    iq_put_ago(&words->cause, map->ref.number, call->number);
    if (map->bytes)
        iq_str_printf(&words->cause, ", bytes %llu to %llu", (unsigned long long)map->offset,
                      (unsigned long long)(map->offset + map->bytes - 1));
    bool reads = maps && !writes; /* no driver refuses that */
    iq_str_puts(
        &words->cause,
        reads ? ", and not unmapped since; until then the contents of the region are undefined, "
                "and every reader must wait for the unmap"
              : ", and not unmapped since; what either side reads is undefined");
    iq_str_puts(&words->fix, "call clEnqueueUnmapMemObject before this call");
}

static void suspect_map(const struct iq_event *event, const struct iq_handle *handle,
                        const struct iq_memobj_map *map, int arg, const char *member, bool maps,
                        bool writes)
{
    struct iq_suspicion suspicion =
        about_map(event, IQ_RULE_MAPPED_CONFLICT, IQ_RANK_CODE + 9, arg, handle);
    suspicion.member = member;
    suspicion.member_value = member ? IQ_NO_VALUE : 0;
    suspicion.related[0].what = "it was mapped here";
    suspicion.related[0].ref = map->ref;
    IQ_EXPLAIN(&suspicion, explain_mapped, .map = map, .maps = maps, .writes = writes);
    iq_suspect(&suspicion);
}

static bool boxes_meet(const struct iq_memobj_map *map, const struct iq_box *box)
{
    for (int i = 0; i < 3; i++)
        if (box->origin[i] >= map->origin[i] + map->region[i] ||
            map->origin[i] >= box->origin[i] + box->region[i])
            return false;
    return true;
}

/* Does argument [arg] use bytes of [map]?  Doubt is no. */
static bool meets(const struct iq_call *call, int arg, const struct iq_memobj *memory,
                  const struct iq_memobj_map *map)
{
    uint64_t first, end;
    struct iq_box box;
    if (memory->dimensions)
        return iq_cl_box_of(call, arg, &box) && box.readable && boxes_meet(map, &box);
    return iq_cl_box_bytes(call, arg, &first, &end) && first < map->offset + map->bytes &&
           end > map->offset;
}

static void check_use(const struct iq_event *event)
{
    const struct iq_memobj *memory = iq_memobj_of(event->handle);
    int role = event->role->role;
    if (!memory || __builtin_expect(!memory->map_count, 1))
        return;
    int flags = role == IQ_ROLE_MAP_OBJECT ? iq_cl_arg_named(event->call, "map_flags") : -1;
    bool maps = role == IQ_ROLE_MAP_OBJECT,
         writes = role == IQ_ROLE_WRITE_OBJECT ||
                  (flags >= 0 &&
                   event->call->args[flags] & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION));
    for (int i = 0; i < IQ_MEMOBJ_MAPS; i++) {
        const struct iq_memobj_map *map = &memory->maps[i];
        if (!map->address || (!writes && !for_writing(map)) ||
            !meets(event->call, event->arg, memory, map) || (maps && !for_writing(map)))
            continue;
        suspect_map(event, event->handle, map, event->arg, NULL, maps, writes);
        return;
    }
}

/* A kernel may use all of what it is given: certain if all of that is mapped. */
static void check_kernel(const struct iq_event *event)
{
    const struct iq_cl_kernel *kernel = event->enqueue.range->details;
    for (uint32_t i = 0; kernel && kernel->known && i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        if (!arg->set || arg->by_address || arg->kind != IQ_CL_ARG_MEMORY || !arg->value)
            continue;
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_BUFFER, arg->value);
        const struct iq_memobj *memory = iq_memobj_of(handle);
        for (int k = 0; memory && memory->map_count && k < IQ_MEMOBJ_MAPS; k++) {
            const struct iq_memobj_map *map = &memory->maps[k];
            bool whole = map->address && !map->offset && map->bytes == memory->size;
            bool writes = arg->access == IQ_CL_ACCESS_WRITE;
            if (!whole || (!writes && !for_writing(map)))
                continue;
            suspect_map(event, handle, map, event->call->plan->kernel,
                        arg->name ? arg->name : "an argument", false, writes);
            return;
        }
    }
}

/* --- flags
 * ------------------------------------------------------------------------------------------
 */

struct explain_map_flags {
    uint64_t unknown; /* bits that no flag has */
};
static void explain_map_flags(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s has unknown bits: 0x%llx",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)IQ_EVIDENCE(explain_map_flags, suspicion)->unknown);
    iq_str_puts(&words->cause,
                "the bits are CL_MAP_READ, CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION");
    iq_str_puts(&words->fix, "pass only these; CL_MEM flags are for the creation of the object");
}

static void explain_exclusive(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s combines mutually exclusive flags",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "CL_MAP_WRITE_INVALIDATE_REGION discards the old contents, so it cannot be combined with CL_MAP_READ or CL_MAP_WRITE");
    iq_str_puts(
        &words->fix,
        "use CL_MAP_READ and CL_MAP_WRITE to change contents, CL_MAP_WRITE_INVALIDATE_REGION to overwrite all of them");
}

static void check_flags(const struct iq_event *event)
{
    int arg =
        event->role->role == IQ_ROLE_MAP_OBJECT ? iq_cl_arg_named(event->call, "map_flags") : -1;
    uint64_t flags = arg < 0 ? 0 : event->call->args[arg];
    uint64_t unknown =
        flags & ~(uint64_t)(CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    if (!unknown &&
        (!(flags & CL_MAP_WRITE_INVALIDATE_REGION) || !(flags & (CL_MAP_READ | CL_MAP_WRITE))))
        return;
    struct iq_suspicion suspicion =
        about_map(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 7, arg, event->handle);
    suspicion.explain = explain_exclusive;
    if (unknown)
        IQ_EXPLAIN(&suspicion, explain_map_flags, .unknown = unknown);
    iq_suspect(&suspicion);
}

/* --- pitches of mapped images
 * ------------------------------------------------------------------------------------- */

struct explain_no_pitch {
    bool of_slice; /* from slice to slice, not from row to row */
};
static void explain_no_pitch(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const char *what = IQ_EVIDENCE(explain_no_pitch, suspicion)->of_slice ? "slice" : "row";
    iq_str_printf(&words->message, "%s of %s is NULL", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "the implementation chooses the distance between the %ss of a mapped image and stores it at this address",
        what);
    iq_str_printf(&words->fix,
                  "pass the address of a size_t, and advance from %s to %s by its value", what,
                  what);
}

static void check_pitches(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    const struct iq_memobj *memory = iq_memobj_of(event->handle);
    int args[2] = { -1, -1 };
    if (event->role->role != IQ_ROLE_MAP_OBJECT || !memory || !memory->dimensions)
        return;
    args[0] = iq_cl_arg_named(call, "image_row_pitch");
    args[1] = memory->dimensions > 2 || memory->layers_by_slice
                  ? iq_cl_arg_named(call, "image_slice_pitch")
                  : -1;
    for (int i = 0; i < 2; i++) {
        if (args[i] < 0 || call->args[args[i]])
            continue;
        struct iq_suspicion suspicion =
            about_map(event, IQ_RULE_NULL_POINTER, IQ_RANK_NULL, args[i], event->handle);
        suspicion.done = IQ_WARNING;
        IQ_EXPLAIN(&suspicion, explain_no_pitch, .of_slice = i == 1);
        iq_suspect(&suspicion);
        return;
    }
}

static bool unmaps(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_UNMAP_OBJECT || entry->operation == IQ_OP_UNMAP_SHARED;
}
static bool maps_shared(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_MAP_SHARED;
}
static bool maps(const struct iq_entry *entry)
{
    return iq_entry_arg(entry, IQ_ROLE_MAP_OBJECT) >= 0;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_unmap, .apis = IQ_IN(OPENCL), .concerns = unmaps },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_shared_map, .apis = IQ_IN(OPENCL),
      .concerns = maps_shared },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_ended, .kinds = IQ_ADDRESSES,
      .apis = IQ_IN(OPENCL) },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_use, .kinds = IQ_MEMORY_OBJECTS,
      .apis = IQ_IN(OPENCL) },
    { IQ_ON(READ), IQ_PHASE_BEFORE, check_flags, .kinds = IQ_MEMORY_OBJECTS, .apis = IQ_IN(OPENCL),
      .concerns = maps },
    { IQ_ON(READ), IQ_PHASE_BEFORE, check_pitches, .kinds = IQ_MEMORY_OBJECTS,
      .apis = IQ_IN(OPENCL), .concerns = maps },
    { IQ_ON(ENQUEUE), IQ_PHASE_BEFORE, check_kernel, .kinds = IQ_OF(CL_KERNEL),
      .apis = IQ_IN(OPENCL) },
};
const struct iq_rule_family iq_rules_cl_map = { "OpenCL maps", subscriptions,
                                                IQ_COUNT_OF(subscriptions) };
