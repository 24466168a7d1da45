/* double-free, interior-free, wrong-free, unknown-pointer, already-registered, not-registered:
 * frees and registrations. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_opencl/objects.h"
#include "call/cause.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/walk.h"
#include "process/caller.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "rules/rules.h"

static const char *right_free(enum iq_kind kind, enum iq_api_id api)
{
    switch (kind) {
    case IQ_KIND_DEVICE_MEMORY:
    case IQ_KIND_MANAGED_MEMORY: return api == IQ_API_CUDART ? "cudaFree" : "cuMemFree";
    case IQ_KIND_PINNED_MEMORY: return api == IQ_API_CUDART ? "cudaFreeHost" : "cuMemFreeHost";
    case IQ_KIND_REGISTERED_MEMORY:
        return api == IQ_API_CUDART ? "cudaHostUnregister" : "cuMemHostUnregister";
    default: return NULL; /* belongs to its module */
    }
}

static void put_right_free(struct iq_str *fix, const char *how, enum iq_kind kind,
                           enum iq_api_id api)
{
    const char *right = right_free(kind, api);
    if (kind == IQ_KIND_REGISTERED_MEMORY)
        iq_str_printf(
            fix, "unregister it with %s, then free it with the function for its allocation", right);
    else if (right)
        iq_str_printf(fix, "%s with %s", how, right);
    else
        iq_str_puts(fix, "do not free it: it belongs to its module");
}

/* Do these two stacks end in one statement, which different callers have led to? */
static bool is_same_statement(uint32_t one, uint32_t other)
{
    struct iq_stack a, b;
    return one && other && iq_stack_place(one) != iq_stack_place(other) && iq_stack_get(one, &a) &&
           iq_stack_get(other, &b) && a.count && b.count && a.pc[0] == b.pc[0];
}

static void explain_double(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s frees memory that has already been freed",
                  call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    if (is_same_statement(iq_call_stack(call), suspicion->object.destroyed.stack)) {
        iq_str_puts(
            &words->cause,
            "; the same statement freed it then, called from elsewhere: two owners have the same pointer, as after an object whose destructor frees it was copied");
        iq_str_puts(
            &words->fix,
            "let one owner free it: delete the copy constructor and the copy assignment of a class that frees in its destructor, and pass its objects by reference or move them");
        return;
    }
    iq_str_puts(
        &words->fix,
        "free it once; set the pointer to NULL after the free (freeing NULL is legal), or find the second owner that frees it");
}

static void explain_gone(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    bool reset = suspicion->rule == IQ_RULE_AFTER_RESET;
    iq_str_printf(&words->message, "%s frees memory that %s", call->entry->name,
                  reset ? "the device reset has already freed"
                        : "has already been freed with its context");
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "free the memory before its context is destroyed or its device is reset; look for destructors that run later");
}

static void explain_interior(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s points into the middle of an allocation",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "0x%llx is byte %llu of ", (unsigned long long)value,
                  (unsigned long long)(value - suspicion->object.address));
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "pass the address that the allocation returned, 0x%llx",
                  (unsigned long long)suspicion->object.address);
}

/* What would have been right for a handle. */
static const char *right_destroy(enum iq_kind kind, enum iq_api_id api)
{
    static const struct {
        enum iq_kind kind;
        const char *runtime, *driver;
    } names[] = {
        { IQ_KIND_ARRAY, "cudaFreeArray", "cuArrayDestroy" },
        { IQ_KIND_MIPMAPPED_ARRAY, "cudaFreeMipmappedArray", "cuMipmappedArrayDestroy" },
        { IQ_KIND_STREAM, "cudaStreamDestroy", "cuStreamDestroy" },
        { IQ_KIND_EVENT, "cudaEventDestroy", "cuEventDestroy" },
        { IQ_KIND_TEXTURE, "cudaDestroyTextureObject", "cuTexObjectDestroy" },
        { IQ_KIND_SURFACE, "cudaDestroySurfaceObject", "cuSurfObjectDestroy" },
        { IQ_KIND_POOL, "cudaMemPoolDestroy", "cuMemPoolDestroy" },
        { IQ_KIND_GRAPH, "cudaGraphDestroy", "cuGraphDestroy" },
    };
    for (size_t i = 0; i < IQ_COUNT_OF(names); i++)
        if (names[i].kind == kind)
            return api == IQ_API_CUDART ? names[i].runtime : names[i].driver;
    return "the function that destroys this kind of object";
}

struct explain_handle {
    const struct iq_handle *handle;
};
static void explain_handle(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct iq_handle *handle = IQ_EVIDENCE(explain_handle, suspicion)->handle;
    const char *kind = iq_plain_kind(suspicion->object.kind);
    iq_str_printf(&words->message, "%s cannot free %s %s", call->entry->name,
                  strchr("aeiou", kind[0]) ? "an" : "a", kind);
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    iq_str_puts(&words->cause, "; it is a handle, not a memory address");
    iq_str_printf(&words->fix, "destroy it with %s",
                  right_destroy((enum iq_kind)handle->kind, call->entry->api));
}

/* The address of a variable in device code. */
static void explain_variable(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s cannot free a __device__ variable", call->entry->name);
    iq_str_printf(
        &words->cause, "0x%llx is in a variable of %llu byte%s, whose address %s returned ",
        (unsigned long long)call->args[suspicion->arg], (unsigned long long)suspicion->object.size,
        suspicion->object.size == 1 ? "" : "s", suspicion->object.created.entry->name);
    iq_put_ago(&words->cause, suspicion->object.created.number, call->number);
    iq_str_puts(&words->fix, "do not free it: a variable lives as long as its module");
}

struct explain_wrong {
    enum iq_kind kind; /* of the memory; NONE: nobody's */
};
static void explain_wrong(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message,
                  suspicion->object.created.entry ? "%s cannot free %s"
                                                  : "%s cannot free an address in %s",
                  call->entry->name,
                  suspicion->object.created.entry ? iq_plain_kind(suspicion->object.kind)
                                                  : iq_host_words(value));
    if (suspicion->object.created.entry) {
        iq_put_object_past(&words->cause, &suspicion->object, call);
        const struct iq_entry *maker = suspicion->object.created.entry;
        if (maker->operation == IQ_OP_OPEN_MEMORY)
            iq_str_printf(&words->fix, "the memory belongs to another process: close it with %s",
                          call->entry->api == IQ_API_CUDART ? "cudaIpcCloseMemHandle"
                                                            : "cuIpcCloseMemHandle");
        else if (maker->operation == IQ_OP_MAP_MEMORY)
            iq_str_puts(
                &words->fix,
                "undo the mapping in steps: cuMemUnmap, then cuMemRelease for the memory and cuMemAddressFree for the addresses");
        else
            put_right_free(&words->fix, "free it", IQ_EVIDENCE(explain_wrong, suspicion)->kind,
                           call->entry->api);
    } else {
        iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)value);
        iq_put_what(&words->cause, value);
        iq_str_puts(&words->cause, " and was not allocated by the GPU API");
        iq_str_puts(
            &words->fix,
            "free it the way it was allocated (free, delete; variables are never freed), or pass the intended pointer");
    }
}

static void explain_unknown(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s is not the address of an allocation",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)value);
    iq_put_what(&words->cause, value);
    iq_str_puts(&words->fix, "look for an uninitialised or overwritten pointer");
}

static struct iq_suspicion suspect_place(const struct iq_event *event, enum iq_rule_id rule,
                                         int rank,
                                         void (*explain)(const struct iq_suspicion *,
                                                         struct iq_call *, struct iq_words *))
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, event->arg);
    suspicion.object = iq_object_of_range(&event->place->range);
    suspicion.explain = explain;
    return suspicion;
}

/* Where the same statement frees for two owners, one mistake is behind all that its first calls
 * freed, and what was done to the memory meanwhile. */
static struct iq_suspicion suspect_double(const struct iq_event *event)
{
    const struct iq_range *range = &event->place->range;
    uint32_t first = range->freed.stack;
    struct iq_suspicion suspicion =
        suspect_place(event, IQ_RULE_DOUBLE_FREE, IQ_RANK_DEAD, explain_double);
    if (!is_same_statement(iq_call_stack(event->call), first))
        return suspicion;
    suspicion.cause = iq_freed_twice_cause(first);
    suspicion.also = iq_freed_cause(range);
    suspicion.folds_into = iq_findings_of_cause(suspicion.also);
    return suspicion;
}

/* Certainly the program's own: a heap block that no driver made, or the stack. */
static bool is_foreign(const struct iq_event *event)
{
    struct iq_hostheap_block block;
    struct iq_hostmem_region region;
    if (iq_resolved_block(event->call, event->arg, event->value, &block) == IQ_HOSTHEAP_LIVE &&
        iq_hostheap_certainly_live(&block))
        return !iq_cl_is_driver_code(iq_caller_pc(block.allocated));
    return iq_resolved_region(event->call, event->arg, event->value, &region) &&
           region.what == IQ_HOSTMEM_STACK;
}

static void check_free(const struct iq_event *event)
{
    const struct iq_range *range = &event->place->range;
    struct iq_suspicion suspicion;
    struct iq_hostmem_region region;
    /* which has not freed it */
    bool unregistered = event->place->freed && range->kind == IQ_KIND_REGISTERED_MEMORY;
    bool before = event->phase == IQ_PHASE_BEFORE;
    if ((!before && !iq_is_argument_error(event) &&
         event->result != CUDA_ERROR_CONTEXT_IS_DESTROYED) ||
        !event->value || event->role->role != IQ_ROLE_DELMEM)
        return;
    const struct iq_handle *handle =
        before || event->place->live ? NULL : iq_handle_find(IQ_KIND_ARRAY, event->value);
    if (before && ((event->place->live && event->value == range->base) ||
                   (!event->place->live && !event->place->freed && !is_foreign(event))))
        return; /* right, or not known: let the implementation judge */
    if (event->place->freed && iq_context_is_dead(range->context) &&
        range->freed.number == range->context->destroyed.number) {
        suspicion = suspect_place(event, IQ_RULE_AFTER_RESET, IQ_RANK_CONTEXT, explain_gone);
        iq_blame_context(&suspicion, range->context);
    } else if (event->place->freed && !unregistered) {
        suspicion = suspect_double(event);
    } else if (event->place->live && event->value != range->base)
        suspicion = suspect_place(event, IQ_RULE_INTERIOR_FREE, IQ_RANK_RANGE, explain_interior);
    else if (event->place->live) {
        suspicion = suspect_place(event, IQ_RULE_WRONG_FREE, IQ_RANK_FOREIGN, explain_variable);
        if (range->kind != IQ_KIND_SYMBOL || !range->created.entry)
            IQ_EXPLAIN(&suspicion, explain_wrong, .kind = range->kind);
    } else if (handle && !iq_handle_is_dead(handle)) {
        suspicion = iq_suspicion_at(event, IQ_RULE_WRONG_FREE, IQ_RANK_FOREIGN, event->arg);
        suspicion.object = iq_object_of_handle(handle);
        IQ_EXPLAIN(&suspicion, explain_handle, .handle = handle);
    } else {
        bool host =
            iq_resolved_region(event->call, event->arg, event->value, &region) && region.readable;
        suspicion = iq_suspicion_at(event, host ? IQ_RULE_WRONG_FREE : IQ_RULE_UNKNOWN_POINTER,
                                    host ? IQ_RANK_FOREIGN : IQ_RANK_UNKNOWN, event->arg);
        suspicion.object = host ? iq_object_of_host(event->value, 0)
                                : iq_object_unknown(event->role->kind, event->value);
        suspicion.explain = explain_unknown;
        if (host)
            IQ_EXPLAIN(&suspicion, explain_wrong, .kind = IQ_KIND_NONE);
    }
    /* nothing is answered, and an implementation would free what is not its own */
    if (before) {
        suspicion.done = IQ_ERROR;
        suspicion.contain = IQ_ANSWER_ARGUMENT;
    }
    iq_suspect(&suspicion);
}

struct explain_not_registered {
    enum iq_kind kind;   /* of the memory; NONE: not the GPU API's */
    bool moved;          /* the heap block that was registered has been freed */
    uint64_t base, size; /* of the only memory that is registered; 0: there is none, or more */
};

static void put_registered(struct iq_words *words, const struct explain_not_registered *evidence)
{
    iq_str_puts(&words->cause, "; what is registered is ");
    iq_put_bytes(&words->cause, evidence->size);
    iq_str_printf(&words->cause, " at 0x%llx%s", (unsigned long long)evidence->base,
                  evidence->moved ? ", a heap block that has been freed since" : "");
    iq_str_puts(
        &words->fix,
        evidence->moved
            ? "unregister memory before it is freed: a container that grows moves its elements to a new block, so give it its final size (reserve) before it is registered"
            : "pass the address that was registered");
}

static void explain_not_registered(const struct iq_suspicion *suspicion, struct iq_call *call,
                                   struct iq_words *words)
{
    const struct explain_not_registered *evidence = IQ_EVIDENCE(explain_not_registered, suspicion);
    uint64_t value = call->args[suspicion->arg];
    bool pinned = suspicion->object.kind && suspicion->object.created.entry &&
                  !suspicion->object.destroyed.entry;
    iq_str_printf(&words->message, "%s of %s is not registered host memory",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, suspicion->object.created.entry ? "0x%llx is in " : "0x%llx is ",
                  (unsigned long long)value);
    if (suspicion->object.created.entry) {
        iq_put_object(&words->cause, &suspicion->object);
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    } else
        iq_put_what(&words->cause, value);
    if (pinned && value == suspicion->object.address)
        put_right_free(&words->fix, "free it", evidence->kind, call->entry->api);
    else if (evidence->size)
        put_registered(words, evidence);
    else
        iq_str_puts(
            &words->fix,
            "register the memory first (cudaHostRegister), and pass the same address that was registered");
}

struct registered {
    struct iq_range range;
    uint32_t count;
};

static void count_registered(void *user, const struct iq_range *range)
{
    struct registered *registered = user;
    if (range->kind != IQ_KIND_REGISTERED_MEMORY || range->freed.number)
        return;
    registered->range = *range;
    registered->count++;
}

/* Memory is registered, but not at that address: if there is only one such, it is what was meant.
 */
static void name_registered(struct iq_suspicion *suspicion)
{
    struct registered registered = { .count = 0 };
    struct iq_hostheap_block block;
    iq_range_visit(count_registered, &registered);
    const struct iq_range *range = &registered.range;
    if (registered.count != 1 || !range->created.entry)
        return;
    IQ_EXPLAIN(suspicion, explain_not_registered, .base = range->base, .size = range->size,
               .moved = iq_hostheap_find(range->base, &block) == IQ_HOSTHEAP_FREED);
    suspicion->related[0].what = "memory was registered here";
    suspicion->related[0].ref = range->created;
}

/* The finding of a moment ago that the memory could not be registered, which says it all; 0: none.
 */
static uint64_t refused_registration(const struct iq_event *event)
{
    struct iq_failure failure;
    bool refused = iq_ledger_find(event->value, IQ_KIND_REGISTERED_MEMORY, &failure) &&
                   failure.kind == IQ_KIND_REGISTERED_MEMORY &&
                   iq_ledger_is_fresh(&failure, event->call->number);
    return refused ? failure.finding : 0;
}

static void check_unregister(const struct iq_event *event)
{
    bool asks = event->verb == IQ_VERB_PASS; /* cudaHostGetDevicePointer and its kin */
    if (asks ? event->role->role != IQ_ROLE_POINTER || event->result != CUDA_ERROR_INVALID_VALUE ||
                   event->role->space != IQ_SPACE_HOST
             : event->role->role != IQ_ROLE_UNREGMEM)
        return;
    if (!event->value ||
        (event->result != CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED && !iq_is_argument_error(event)))
        return;
    struct iq_range range;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, IQ_RULE_NOT_REGISTERED, asks ? IQ_RANK_UNKNOWN : IQ_RANK_FOREIGN, event->arg);
    suspicion.object = iq_object_of_host(event->value, 0);
    IQ_EXPLAIN(&suspicion, explain_not_registered, .kind = IQ_KIND_NONE);
    bool known = iq_resolved_range(event->call, event->arg, &range) ||
                 iq_resolved_freed(event->call, event->arg, &range);
    if (known) {
        suspicion.object = iq_object_of_range(&range);
        IQ_EXPLAIN(&suspicion, explain_not_registered, .kind = range.kind);
    } else if (!asks) {
        name_registered(&suspicion);
    }
    suspicion.folds_into = asks && !known ? refused_registration(event) : 0;
    iq_suspect(&suspicion);
}

static void explain_registered(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is already page-locked",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (suspicion->object.created.entry) {
        iq_put_object_past(&words->cause, &suspicion->object, call);
        iq_str_puts(&words->cause, "; the two ranges overlap");
    } else
        iq_str_puts(
            &words->cause,
            "the driver says that part of the range is registered; inquest did not see the call that registered it");
    iq_str_puts(&words->fix,
                "register each range once, and unregister it before registering it again");
}

static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is device memory; only host memory can be registered",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "pass the host buffer");
}

static void explain_null(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "there is no memory to register at NULL");
    iq_str_puts(&words->fix, "check that the host allocation succeeded");
}

static void check_register(const struct iq_event *event)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_ALREADY_REGISTERED, IQ_RANK_FOREIGN, event->arg);
    struct iq_range range;
    if (event->result != CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED && !iq_is_argument_error(event))
        return;
    bool overlap =
        event->place->live ||
        (event->create.size && iq_range_find_below(event->value + event->create.size - 1, &range) &&
         range.base >= event->value && range.base - event->value < event->create.size);
    if (event->place->live)
        range = event->place->range;
    suspicion.explain = explain_registered;
    if (!event->value) {
        suspicion.rule = IQ_RULE_NULL_POINTER;
        suspicion.rank = IQ_RANK_NULL;
        suspicion.explain = explain_null;
    } else if (overlap) {
        suspicion.object = iq_object_of_range(&range);
        if (range.kind == IQ_KIND_DEVICE_MEMORY) {
            suspicion.rule = IQ_RULE_WRONG_SPACE;
            suspicion.explain = explain_device;
        }
    } else if (event->result != CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
        return;
    iq_suspect(&suspicion);
}

static void explain_no_device(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s must be device memory, but is in ",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->message, iq_host_words(value));
    iq_str_printf(&words->cause, "0x%llx was not allocated by the GPU API: it is ",
                  (unsigned long long)value);
    iq_put_what(&words->cause, value);
    iq_str_puts(&words->fix, "pass an address that an allocation of device memory returned");
}

/* An address that a call asks about or exports, and that is the device's nowhere. */
static void check_asked(const struct iq_event *event)
{
    struct iq_range range;
    struct iq_hostmem_region region;
    if (event->role->role != IQ_ROLE_POINTER || event->result != CUDA_ERROR_INVALID_VALUE ||
        !event->value || event->role->space == IQ_SPACE_HOST ||
        iq_resolved_range(event->call, event->arg, &range))
        return;
    bool host =
             iq_resolved_region(event->call, event->arg, event->value, &region) && region.readable,
         freed = iq_resolved_freed(event->call, event->arg, &range);
    struct iq_suspicion suspicion = iq_suspicion_at(event,
                                                    freed  ? IQ_RULE_USE_AFTER_FREE
                                                    : host ? IQ_RULE_WRONG_SPACE
                                                           : IQ_RULE_UNKNOWN_POINTER,
                                                    IQ_RANK_CODE + 2, event->arg);
    suspicion.object = freed  ? iq_object_of_range(&range)
                       : host ? iq_object_of_host(event->value, 0)
                              : iq_object_unknown(IQ_KIND_DEVICE_MEMORY, event->value);
    suspicion.explain = explain_no_device;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_asked, .kinds = IQ_OF(NONE) },
    { IQ_ON(DESTROY), IQ_PHASE_BEFORE, check_free, .kinds = IQ_ALLOCATIONS },
    { IQ_ON(DESTROY), IQ_PHASE_FAILED, check_free, .kinds = IQ_ALLOCATIONS },
    { IQ_ON(DESTROY) | IQ_ON(PASS), IQ_PHASE_FAILED, check_unregister,
      .kinds = IQ_ALLOCATIONS | IQ_OF(NONE) },
    { IQ_ON(CREATE), IQ_PHASE_FAILED, check_register, .kinds = IQ_OF(REGISTERED_MEMORY) },
};
const struct iq_rule_family iq_rules_free = { "free", subscriptions, IQ_COUNT_OF(subscriptions) };
