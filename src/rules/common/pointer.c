/* null-pointer, use-after-free, wrong-kind, wrong-space, bad-symbol (a symbol given as a pointer),
 * unknown-pointer: what is wrong with an address that a call reads or writes. */
#include <stddef.h>

#include "abi/cuda_abi.h"
#include "api_cuda/arguments.h"
#include "call/core.h"
#include "call/expand.h"
#include "call/findings.h"
#include "call/walk.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "rules/common/held.h"
#include "rules/common/host.h"
#include "rules/rules.h"

static const char *pointer_verb(const struct iq_suspicion *suspicion, const struct iq_call *call)
{
    return suspicion->arg >= 0 && call->entry->args[suspicion->arg].role == IQ_ROLE_WRITE
               ? "write to"
               : "read from";
}

static void explain_null(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name);
    iq_str_printf(&words->cause, "%s must point to the memory to %s", name,
                  pointer_verb(suspicion, call));
    iq_str_puts(
        &words->fix,
        "pass the pointer that the allocation returned, and check that the allocation succeeded");
}

/* The host's side of a copy to or from an object, looked at before the call: drivers differ in what
 * they say. */
static void check_host_side(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    for (uint32_t left = call->plan->access; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (call->args[i] || call->entry->args[i].optional)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_NULL_POINTER, IQ_RANK_NULL, i);
        suspicion.done = event->bytes.size || event->role->region ? IQ_ERROR : IQ_SILENT;
        suspicion.object = iq_object_of_handle(event->handle);
        suspicion.explain = explain_null;
        iq_suspect(&suspicion);
    }
}

static bool has_host_side(const struct iq_entry *entry)
{
    return entry->plan->blocking >= 0 && entry->plan->access;
}

static void explain_freed(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    iq_str_printf(&words->message, "%s of %s points into memory that has been freed", name,
                  call->entry->name);
    iq_str_printf(&words->cause, "0x%llx is byte %llu of ",
                  (unsigned long long)call->args[suspicion->arg],
                  (unsigned long long)(call->args[suspicion->arg] - suspicion->object.address));
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix,
                "free the memory after its last use, or allocate it again before this call");
}

static void explain_graph_freed(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s points into memory that a graph has freed",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    if (call->entry->plan->makes && call->entry->plan->deferred) {
        iq_str_puts(&words->cause, "; copies and memsets of the memory cannot be added to a graph "
                                   "that has a node that frees it, even before that node");
        iq_str_puts(&words->fix, "add the node that frees the memory after this one");
        return;
    }
    iq_str_puts(&words->cause,
                "; the graph has a node that allocates the memory and one that frees it, "
                "so the memory exists only between these two, while the graph runs");
    iq_str_puts(
        &words->fix,
        "use the memory in nodes of the graph, or leave out the node that frees it and call cudaFreeAsync after the last use");
}

static void explain_context_gone(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    bool reset = suspicion->rule == IQ_RULE_AFTER_RESET;
    iq_str_printf(&words->message, "%s of %s points to memory that %s",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  reset ? "the device reset freed" : "was freed with its context");
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, reset ? "; a reset frees all memory of the device"
                                     : "; destroying a context frees all memory in it");
    const char *end = suspicion->object.destroyed.entry ? suspicion->object.destroyed.entry->name
                      : reset                           ? "the reset"
                                                        : "the context is destroyed";
    iq_str_printf(&words->fix, "allocate the memory again after %s, or use it before %s", end, end);
}

/* Is it the host's object of what should have been passed?  Then that is said. */
static bool put_held(const struct iq_call *call, int arg, struct iq_words *words)
{
    struct iq_held held;
    uint64_t size = iq_walk_size(call, arg);
    if (!iq_held_find(call->args[arg], size, size, true, &held))
        return false;
    iq_put_held(&words->cause, &held);
    iq_str_puts(&words->fix, iq_held_fix(&held));
    return true;
}

struct explain_kind {
    int pointer;       /* argument of which .kind says what is wrong */
    bool wants_device; /* memory of the device; else of the host */
    uint64_t right;    /* enum cudaMemcpyKind that fits */
};
static void explain_kind(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    static const char *const kinds[] = { "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                         "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                         "cudaMemcpyDefault" };
    const struct explain_kind *evidence = IQ_EVIDENCE(explain_kind, suspicion);
    int pointer = evidence->pointer;
    uint64_t kind = call->args[suspicion->arg];
    bool wants_device = evidence->wants_device;
    iq_str_printf(&words->message, "%s says that %s is %s memory, but it is ",
                  kinds[kind > 4 ? 4 : kind], iq_arg_name(call, pointer),
                  wants_device ? "device" : "host");
    if (suspicion->object.created.entry || !wants_device)
        iq_str_puts(&words->message, iq_plain_kind(suspicion->object.kind));
    else
        iq_str_puts(&words->message, iq_host_words(call->args[pointer]));
    iq_str_printf(&words->cause, "%s = 0x%llx is ", iq_arg_name(call, pointer),
                  (unsigned long long)call->args[pointer]);
    if (suspicion->object.created.entry) {
        iq_str_printf(&words->cause, "in ");
        iq_put_object(&words->cause, &suspicion->object);
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    } else
        iq_str_puts(&words->cause, iq_host_words(call->args[pointer]));
    if (!call->result)
        iq_str_puts(
            &words->cause,
            "; this driver went by the addresses and copied anyway, but not every platform does");
    if (wants_device && put_held(call, pointer, words))
        return;
    iq_str_printf(
        &words->fix,
        "pass %s, or cudaMemcpyDefault to let the driver decide, and check the order of dst and src",
        kinds[evidence->right]);
}

/* Is the other address of the copy device memory where the host's is wanted? */
static int swapped_with(const struct iq_call *call, int arg)
{
    struct iq_range range;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (i != arg && call->plan->access & 1u << i && iq_walk_space(call, i) == IQ_SPACE_HOST &&
            iq_range_find(call->args[i], &range) && range.kind == IQ_KIND_DEVICE_MEMORY)
            return i;
    return -1;
}

static void explain_space(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    iq_str_printf(&words->message, "%s of %s must be device memory, but is in ", name,
                  call->entry->name);
    iq_str_puts(&words->message, iq_host_words(call->args[suspicion->arg]));
    iq_str_printf(
        &words->cause,
        "0x%llx was not allocated with cudaMalloc or cuMemAlloc; it is ordinary host memory",
        (unsigned long long)call->args[suspicion->arg]);
    int other = swapped_with(call, suspicion->arg);
    if (other >= 0) {
        iq_str_printf(&words->cause, ", and %s, which must be the host's, is device memory",
                      iq_arg_name(call, other));
        iq_str_puts(&words->fix,
                    "swap the two addresses, or use the function for the other direction");
        return;
    }
    if (put_held(call, suspicion->arg, words))
        return;
    iq_str_printf(
        &words->fix,
        "pass the device pointer; for host memory use the host function (memset, memcpy) or the other copy direction");
}

struct explain_symbol {
    const char *symbol; /* name of the variable, NULL: not known */
};
static void explain_symbol(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const char *symbol = IQ_EVIDENCE(explain_symbol, suspicion)->symbol;
    iq_str_printf(&words->message,
                  "%s of %s is the host shadow of the device variable %s, not its device address",
                  iq_arg_name(call, suspicion->arg), call->entry->name, symbol ? symbol : "?");
    iq_str_puts(
        &words->cause,
        "in host code the name of a __device__ variable stands for a host object; its address on the device is a different one");
    iq_str_puts(
        &words->fix,
        "use cudaMemcpyToSymbol / cudaMemcpyFromSymbol, or get the address with cudaGetSymbolAddress");
}

static void explain_handle(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is a handle of kind %s, not a memory address",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  iq_plain_kind(suspicion->object.kind));
    iq_str_printf(&words->cause, "0x%llx was ", (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "for arrays use cudaMemcpy2DToArray or cudaMemcpy3D; otherwise pass the intended pointer");
}

static void explain_before(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s points before the start of an allocation",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "0x%llx is %llu bytes before the start of ",
                  (unsigned long long)value,
                  (unsigned long long)(suspicion->object.address - value));
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "check the index: a negative index, or an unsigned one that wrapped below 0, points before the array");
}

/* An index that went below 0; not what is certainly the host's. */
static bool suspect_before(const struct iq_event *event, const struct iq_hostmem_region *region)
{
    struct iq_range range;
    struct iq_hostheap_block block;
    uint64_t window = event->value + (event->bytes.size < 4096 ? 4096 : event->bytes.size);
    bool other = region && (region->what != IQ_HOSTMEM_MAPPING ||
                            iq_resolved_block(event->call, event->arg, event->value, &block) !=
                                IQ_HOSTHEAP_UNKNOWN);
    if (other || !iq_range_find_below(window, &range) || range.base <= event->value ||
        range.kind != IQ_KIND_DEVICE_MEMORY || range.freed.number)
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNKNOWN_POINTER, IQ_RANK_FOREIGN + 2, event->arg);
    suspicion.object = iq_object_of_range(&range);
    suspicion.explain = explain_before;
    iq_suspect(&suspicion);
    return true;
}

/* Memory whose address was cut to its lower 32 bits: the only block where those bits lead to. */
struct explain_cut {
    uint64_t address;
};
static void explain_cut(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    uint64_t address = IQ_EVIDENCE(explain_cut, suspicion)->address;
    iq_str_printf(&words->message, "%s of %s is an address that was cut to 32 bits",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "0x%llx has the lower 32 bits of 0x%llx, which is byte %llu of ",
                  (unsigned long long)value, (unsigned long long)address,
                  (unsigned long long)(address - suspicion->object.address));
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "keep addresses in pointers, uintptr_t or CUdeviceptr, not in int or unsigned; in Python's ctypes pass ctypes.c_void_p(address), or set the function's argtypes");
}

static void explain_unknown(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s does not point into any allocation",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)value);
    iq_put_what(&words->cause, value);
    iq_str_puts(
        &words->fix,
        "pass an address inside memory from cudaMalloc or cuMemAlloc; look for an uninitialised or overwritten pointer");
}

/* Legal cudaMemcpyKind for what the two pointers really are. */
static uint64_t right_kind(const struct iq_call *call)
{
    struct iq_range range;
    int source = iq_entry_arg(call->entry, IQ_ROLE_READ),
        target = iq_entry_arg(call->entry, IQ_ROLE_WRITE);
    bool from = source >= 0 && iq_resolved_range(call, source, &range) &&
                range.kind != IQ_KIND_PINNED_MEMORY && range.kind != IQ_KIND_REGISTERED_MEMORY;
    bool to = target >= 0 && iq_resolved_range(call, target, &range) &&
              range.kind != IQ_KIND_PINNED_MEMORY && range.kind != IQ_KIND_REGISTERED_MEMORY;
    return (uint64_t)(from * 2 + to);
}

static void suspect_kind(const struct iq_event *event, const struct iq_object *object)
{
    int kind_arg = iq_entry_arg(event->call->entry, IQ_ROLE_MEMKIND);
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_KIND, IQ_RANK_FOREIGN, kind_arg);
    suspicion.done = IQ_WARNING;
    suspicion.object = *object;
    /* the story of an allocation says more than "the stack" */
    suspicion.rank += object->created.entry != NULL;
    IQ_EXPLAIN(&suspicion, explain_kind, .pointer = event->arg,
               .wants_device = event->bytes.space == IQ_SPACE_DEVICE,
               .right = right_kind(event->call));
    if (event->phase == IQ_PHASE_FAILED && !event->place->live)
        iq_host_refused(&suspicion, event);
    iq_suspect(&suspicion);
}

static void suspect_freed(const struct iq_event *event)
{
    const struct iq_range *range = &event->place->range;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_USE_AFTER_FREE, IQ_RANK_DEAD, event->arg);
    suspicion.object = iq_object_of_range(range);
    suspicion.cause = iq_freed_cause(range);
    suspicion.folds_into = iq_findings_of_cause(iq_freed_twice_cause(range->freed.stack));
    suspicion.access_address = event->value;
    suspicion.access_size = event->bytes.size;
    suspicion.explain = explain_freed;
    if (event->phase == IQ_PHASE_BEFORE) {
        suspicion.rank = IQ_RANK_DEAD + 2;
        suspicion.done = IQ_ERROR;
        suspicion.contain = IQ_ANSWER_ARGUMENT;
    }
    if (iq_context_is_dead(range->context) &&
        range->freed.number == range->context->destroyed.number) {
        iq_blame_context(&suspicion, range->context);
        suspicion.explain = explain_context_gone;
        suspicion.done = IQ_WARNING; /* an H100 fills memory that nobody has */
    }
    if (range->of_graph && event->phase == IQ_PHASE_DONE)
        suspicion.done = IQ_WARNING;
    if (range->of_graph)
        suspicion.explain = explain_graph_freed;
    iq_suspect(&suspicion);
}

/* Was [value] an address of 64 bits once, of which an int or unsigned has kept 32?  Only if one
 * block of all fits, and these bits are not small numbers, which have other reasons. */
static bool find_cut(uint64_t value, struct iq_range *range, uint64_t *address)
{
    enum { MOST = 4096 /* blocks that are looked at */, SMALL = 1 << 20 };
    const uint64_t low = (uint32_t)value, high = ~(uint64_t)UINT32_MAX;
    bool extended = (value & high) == high && low >> 31;
    int found = 0, seen = 0;
    struct iq_range block;
    if ((value & high && !extended) || low < SMALL)
        return false;
    for (uint64_t at = UINT64_MAX; iq_range_find_below(at, &block) && block.base && seen < MOST;
         at = block.base - 1, seen++) {
        uint64_t whole = (block.base & high) | low;
        whole += whole < block.base ? (uint64_t)1 << 32 : 0; /* the block goes on there */
        if (block.base <= UINT32_MAX || whole - block.base >= block.size)
            continue;
        *range = block;
        *address = whole;
        found++;
    }
    return found == 1 && seen < MOST;
}

/* An address that should be the device's and is in no table. */
static void suspect_foreign(const struct iq_event *event)
{
    struct iq_variable variable;
    struct iq_hostmem_region region;
    struct iq_range range;
    uint64_t whole = 0;
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_ARRAY, event->value);
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNKNOWN_POINTER, IQ_RANK_UNKNOWN, event->arg);
    suspicion.object = iq_object_unknown(IQ_KIND_DEVICE_MEMORY, event->value);
    suspicion.explain = explain_unknown;
    if (iq_name_of_variable(event->value, &variable)) {
        suspicion.rule = IQ_RULE_BAD_SYMBOL;
        suspicion.rank = IQ_RANK_FOREIGN + 5;
        suspicion.object = iq_object_unknown(IQ_KIND_SYMBOL, variable.host);
        suspicion.object.size = variable.size;
        suspicion.object.state = "live";
        IQ_EXPLAIN(&suspicion, explain_symbol, .symbol = variable.name);
    } else if (handle && !iq_handle_is_dead(handle) && handle->created.entry) {
        suspicion.rule = IQ_RULE_WRONG_TYPE_HANDLE;
        suspicion.rank = IQ_RANK_FOREIGN + 5;
        suspicion.object = iq_object_of_handle(handle);
        suspicion.explain = explain_handle;
    } else if (suspect_before(event,
                              iq_resolved_region(event->call, event->arg, event->value, &region)
                                  ? &region
                                  : NULL)) {
        return;
    } else if (iq_resolved_region(event->call, event->arg, event->value, &region) &&
               region.readable) {
        struct iq_object object = iq_object_of_host(event->value, 0);
        if (event->role->space == IQ_SPACE_BY_KIND &&
            iq_entry_arg(event->call->entry, IQ_ROLE_MEMKIND) >= 0) {
            suspect_kind(event, &object);
            return;
        }
        suspicion.rule = IQ_RULE_WRONG_SPACE;
        suspicion.rank = IQ_RANK_FOREIGN;
        suspicion.object = object;
        suspicion.explain = explain_space;
        iq_host_refused(&suspicion, event);
    } else if (find_cut(event->value, &range, &whole)) {
        suspicion.object = iq_object_of_range(&range);
        IQ_EXPLAIN(&suspicion, explain_cut, .address = whole);
    }
    iq_suspect(&suspicion);
}

/* Freed host memory may be somebody else's by now: only the device's addresses stay dead until they
 * are given out again. */
static bool is_device_kind(enum iq_kind kind)
{
    return kind == IQ_KIND_DEVICE_MEMORY || kind == IQ_KIND_MANAGED_MEMORY ||
           kind == IQ_KIND_SYMBOL;
}

static void explain_vmm(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words)
{
    bool reserved = suspicion->rule == IQ_RULE_NOT_MAPPED;
    iq_str_printf(&words->message,
                  reserved
                      ? "%s of %s points to reserved addresses, where no memory is mapped"
                      : "%s of %s points to mapped memory that this device has no access to yet",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                reserved ? "; reserving addresses allocates no memory"
                         : "; mapping grants no access: cuMemSetAccess does, for each device");
    iq_str_puts(&words->fix,
                reserved ? "map memory there (cuMemCreate, cuMemMap), then call cuMemSetAccess"
                         : "call cuMemSetAccess for the range and this device after cuMemMap");
}

/* Virtual memory that is not as far as it must be. */
static bool suspect_vmm(const struct iq_event *event)
{
    const struct iq_range *range = &event->place->range;
    bool reserved = range->kind == IQ_KIND_VMM_RANGE,
         mapped = range->created.entry && range->created.entry->operation == IQ_OP_MAP_MEMORY;
    if (!event->place->live || (!reserved && !mapped))
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, reserved ? IQ_RULE_NOT_MAPPED : IQ_RULE_NOT_ACCESSIBLE,
                        reserved ? IQ_RANK_FOREIGN : IQ_RANK_CODE, event->arg);
    suspicion.object = iq_object_of_range(range);
    suspicion.explain = explain_vmm;
    iq_suspect(&suspicion);
    return reserved;
}

static void explain_nowhere(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s does not point to memory",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause,
                  "0x%llx is not in any device allocation, and nothing is mapped there",
                  (unsigned long long)value);
    if (value == UINT64_MAX)
        iq_str_puts(&words->cause, "; it is -1, which mmap and other calls return for an error");
    iq_str_puts(&words->fix, "look for an uninitialised or overwritten pointer, and check the "
                             "result of the call that returned it");
}

/* An address that may be the host's, where neither side has memory. */
static void suspect_nowhere(const struct iq_event *event)
{
    struct iq_hostmem_region region;
    if (iq_resolved_region(event->call, event->arg, event->value, &region))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNKNOWN_POINTER, IQ_RANK_UNKNOWN, event->arg);
    suspicion.object = iq_object_unknown(IQ_KIND_HOST_MEMORY, event->value);
    suspicion.explain = explain_nowhere;
    suspicion.contain = event->phase == IQ_PHASE_BEFORE ? IQ_ANSWER_ARGUMENT : 0;
    iq_suspect(&suspicion);
}

static void check_failed(const struct iq_event *event)
{
    if (!iq_is_argument_error(event) && event->result != CUDA_ERROR_CONTEXT_IS_DESTROYED)
        return;
    bool needed = !event->value && event->role->optional && iq_expand_uses(event->call, event->arg);
    if ((event->role->size_arg >= 0 && !event->bytes.size && !needed) ||
        (!event->value && event->role->optional && !needed))
        return;
    if (event->result == CUDA_ERROR_INVALID_VALUE && suspect_vmm(event))
        return;
    if (!event->value) {
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_NULL_POINTER, IQ_RANK_NULL, event->arg);
        suspicion.explain = explain_null;
        if (event->result != CUDA_ERROR_CONTEXT_IS_DESTROYED)
            iq_suspect(&suspicion);
    } else if (event->place->freed && is_device_kind(event->place->range.kind))
        suspect_freed(event);
    else if (!event->place->live && event->bytes.space == IQ_SPACE_DEVICE &&
             event->result != CUDA_ERROR_CONTEXT_IS_DESTROYED)
        suspect_foreign(event);
    else if (!event->place->live && event->call->entry->api <= IQ_API_CUDART)
        suspect_nowhere(event);
    else if (event->place->live && event->bytes.space == IQ_SPACE_HOST &&
             event->place->range.kind == IQ_KIND_DEVICE_MEMORY &&
             event->role->space == IQ_SPACE_BY_KIND) {
        struct iq_object object = iq_object_of_range(&event->place->range);
        suspect_kind(event, &object);
    }
}

/* Shared memory is the host's, too: drivers follow the address.  They also follow one that no
 * process can have, if it may be the host's. */
static void check_before(const struct iq_event *event)
{
    enum iq_kind kind = event->place->range.kind;
    if (event->value >= IQ_HIGHEST_ADDRESS && event->call->entry->api <= IQ_API_CUDART &&
        event->bytes.size &&
        (event->bytes.space == IQ_SPACE_HOST || event->bytes.space == IQ_SPACE_ANY))
        suspect_nowhere(event);
    if (event->place->freed && (kind == IQ_KIND_SVM_MEMORY || kind == IQ_KIND_USM_MEMORY))
        suspect_freed(event);
}

/* Memory that a graph allocates and frees itself, used by what is no node of a graph.  Its
 * addresses stay mapped for the next launch, so that drivers may say nothing. */
static bool is_of_other_graph(const struct iq_event *event)
{
    return event->place->range.of_graph && !event->call->entry->nodes;
}

/* A copy that went well although its kind contradicts the addresses, or the memory has ended. */
static void check_done(const struct iq_event *event)
{
    const struct iq_context *context = event->place->range.context;
    if (!event->place->live && event->place->freed && event->bytes.space == IQ_SPACE_DEVICE &&
        ((iq_context_is_dead(context) &&
          event->place->range.freed.number == context->destroyed.number) ||
         is_of_other_graph(event)))
        suspect_freed(event);
    if (!event->place->live || !event->bytes.size || event->role->space != IQ_SPACE_BY_KIND)
        return;
    bool host_kind = event->place->range.kind == IQ_KIND_PINNED_MEMORY ||
                     event->place->range.kind == IQ_KIND_REGISTERED_MEMORY;
    bool either = event->place->range.kind == IQ_KIND_MANAGED_MEMORY ||
                  event->bytes.space == IQ_SPACE_ANY || event->bytes.space == IQ_SPACE_NONE;
    if (either || host_kind == (event->bytes.space == IQ_SPACE_HOST))
        return;
    struct iq_object object = iq_object_of_range(&event->place->range);
    suspect_kind(event, &object);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_host_side, .kinds = IQ_MEMORY_OBJECTS,
      .concerns = has_host_side },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_before, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_FAILED, check_failed, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_DONE, check_done, .kinds = IQ_ADDRESSES },
};
const struct iq_rule_family iq_rules_pointer = { "pointer", subscriptions,
                                                 IQ_COUNT_OF(subscriptions) };
