/* null-handle, destroyed-handle, double-destroy, unknown-handle, wrong-type-handle, wrong-context:
 * what is wrong with a handle. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/kernels.h"
#include "api_vulkan/message.h"
#include "call/expand.h"
#include "call/plan.h"
#include "call/status.h"
#include "call/thread.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "rules/rules.h"

enum { REFUSED = 16, NULL_PAGE = 65536 };

/* Values that the driver has refused as handles: the next call with one of them may crash
 * instead. */
static uint64_t refused[REFUSED];
static uint32_t refused_next;

static bool was_refused(uint64_t value)
{
    for (int i = 0; i < REFUSED; i++)
        if (__atomic_load_n(&refused[i], __ATOMIC_RELAXED) == value)
            return true;
    return false;
}

static void refuse(uint64_t value)
{
    if (!was_refused(value))
        __atomic_store_n(&refused[__atomic_fetch_add(&refused_next, 1, __ATOMIC_RELAXED) % REFUSED],
                         value, __ATOMIC_RELAXED);
}

/* Kinds whose stale or invented values make a real driver crash; the others it recognises and
 * refuses. */
static bool crashes(enum iq_kind kind)
{
    if (iq_handle_is_of_vulkan(kind))
        return true;
    switch (kind) {
    case IQ_KIND_STREAM:
    case IQ_KIND_EVENT:
    case IQ_KIND_ARRAY:
    case IQ_KIND_MIPMAPPED_ARRAY:
    case IQ_KIND_TEXREF:
    case IQ_KIND_LIBRARY:
    case IQ_KIND_LINK_STATE:
    case IQ_KIND_GRAPHICS_RESOURCE:
    case IQ_KIND_EXTERNAL_MEMORY:
    case IQ_KIND_EXTERNAL_SEMAPHORE:
    case IQ_KIND_USER_OBJECT:
    case IQ_KIND_COMMUNICATOR: return true;
    default: return kind >= IQ_KIND_CL_PLATFORM && kind <= IQ_KIND_CL_MUTABLE_COMMAND;
    }
}

/* ... by what lies at their address: it crashes where nothing lies.  (On an H100 functions and
 * modules do, too; but they come on ways that no row describes, and a driver that stands for one
 * elsewhere may number them.) */
static bool crashes_unmapped(enum iq_kind kind)
{
    return crashes(kind) || kind == IQ_KIND_GRAPH || kind == IQ_KIND_GRAPH_NODE ||
           kind == IQ_KIND_GRAPH_EXEC || kind == IQ_KIND_POOL;
}

/* No driver can look at the value, which is no handle, without crashing. */
static bool is_stray(const struct iq_event *event)
{
    struct iq_hostmem_region region;
    bool mapped = iq_resolved_region(event->call, event->arg, event->value, &region);
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    bool stack = mapped && (region.what == IQ_HOSTMEM_STACK ||
                            here - region.begin < region.end - region.begin);
    return event->value < NULL_PAGE || !mapped || stack;
}

bool iq_handle_will_crash(const struct iq_event *event)
{
    return event->value && !event->handle && !iq_handle_is_number(event->kind) &&
           crashes_unmapped(event->kind) && is_stray(event);
}

/* Kinds that getters hand out as well or that are counted (memory handles), and contexts that a
 * reset leaves behind: a dead value that works has come to life again on a way that no row
 * describes. */
static bool may_return(const struct iq_handle *handle)
{
    switch ((enum iq_kind)handle->kind) {
    case IQ_KIND_KERNEL:
    case IQ_KIND_MODULE:
    case IQ_KIND_LIBRARY:
    case IQ_KIND_GRAPH_NODE:
    case IQ_KIND_TEXREF:
    case IQ_KIND_VMM_HANDLE: return true;
    default: return handle->kind == IQ_KIND_CONTEXT && handle->context && handle->context->by_reset;
    }
}

/* May a call with [handle], which is dead, not be let through?  A kernel handle is followed by the
 * runtime, and looked up by the driver; memory handles are
 * counted, so that a release is never sure to be one too many. */
static int64_t answer_to(const struct iq_event *event, const struct iq_handle *handle)
{
    if (crashes(handle->kind) ||
        (handle->kind == IQ_KIND_KERNEL && event->call->entry->api == IQ_API_CUDART))
        return IQ_ANSWER_HANDLE;
    return handle->kind == IQ_KIND_VMM_HANDLE && event->verb == IQ_VERB_USE &&
                   !handle->extra_references
               ? IQ_ANSWER_ARGUMENT
               : 0;
}

static const char *last_user(const struct iq_handle *handle)
{
    return handle->kind == IQ_KIND_STREAM ? "the last call that uses the stream"
                                          : "the last call that uses it";
}

/* "a stream", "an event". */
static void put_one(char *text, size_t size, const char *kind)
{
    struct iq_str out;
    const char *plain = iq_plain_kind(kind);
    iq_str_init_buffer(&out, text, size);
    iq_str_printf(&out, "%s %s", strchr("aeiou", plain[0]) ? "an" : "a", plain);
}

struct explain_destroyed {
    const struct iq_handle *handle;
};
static void explain_destroyed(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct iq_handle *handle = IQ_EVIDENCE(explain_destroyed, suspicion)->handle;
    bool again = suspicion->rule == IQ_RULE_DOUBLE_DESTROY;
    char kind[64];
    put_one(kind, sizeof kind, suspicion->object.kind);
    bool counted = call->entry->api == IQ_API_OPENCL;
    if (again)
        iq_str_printf(&words->message,
                      counted ? "%s releases %s whose last reference has already been released"
                              : "%s destroys %s that has already been destroyed",
                      call->entry->name, kind);
    else
        iq_str_printf(&words->message,
                      counted ? "%s of %s is %s that has been released"
                              : "%s of %s is %s that has been destroyed",
                      iq_guilty_name(suspicion, call), call->entry->name, kind);
    iq_str_printf(&words->cause, "%s 0x%llx", iq_plain_kind(suspicion->object.kind),
                  (unsigned long long)suspicion->object.address);
    if (handle->name)
        iq_str_printf(&words->cause, " (%s)", handle->name);
    iq_str_puts(&words->cause, " was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    if (handle->state != IQ_HANDLE_DESTROYED && handle->parent)
        iq_str_printf(&words->cause, ", together with its %s", iq_kind_name(handle->parent->kind));
    if (call->answered)
        iq_str_puts(
            &words->cause,
            "; a real driver may crash, hang, or silently use whatever now has the same address");
    if (counted && handle->retained.entry) {
        iq_str_printf(&words->cause, "; the last %s was ", handle->retained.entry->name);
        iq_put_ago(&words->cause, handle->retained.number, call->number);
    }
    if (again && counted)
        iq_str_puts(
            &words->fix,
            "release it once for each create and retain call; set the variable to NULL after the release, or retain it for the "
            "second owner");
    else if (counted)
        iq_str_puts(&words->fix,
                    "release it after the last call that uses it, or retain it for this use");
    else if (again)
        iq_str_puts(
            &words->fix,
            "destroy it once; set the variable to NULL afterwards, or find the second owner that destroys it");
    else
        iq_str_printf(&words->fix, "destroy it after %s, or create a new one", last_user(handle));
}

static void explain_context_gone(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    bool reset = suspicion->rule == IQ_RULE_AFTER_RESET;
    char kind[64];
    put_one(kind, sizeof kind, suspicion->object.kind);
    iq_str_printf(&words->message, "%s of %s is %s that %s", iq_guilty_name(suspicion, call),
                  call->entry->name, kind,
                  reset ? "the device reset destroyed" : "was destroyed with its context");
    iq_str_printf(&words->cause, "%s 0x%llx was ", iq_plain_kind(suspicion->object.kind),
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, reset ? "; a reset destroys all objects of the device"
                                     : "; destroying a context destroys all objects in it");
    const char *end =
        suspicion->object.destroyed.entry ? suspicion->object.destroyed.entry->name : "the reset";
    iq_str_printf(&words->fix, "create the %s again after %s, or use it before %s",
                  iq_plain_kind(suspicion->object.kind), end, end);
}

struct explain_type {
    enum iq_kind wanted;
};
static void explain_type(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    char wanted[64], kind[64];
    put_one(wanted, sizeof wanted, iq_kind_name(IQ_EVIDENCE(explain_type, suspicion)->wanted));
    put_one(kind, sizeof kind, suspicion->object.kind);
    iq_str_printf(&words->message, "%s of %s must be %s, but is %s",
                  iq_guilty_name(suspicion, call), call->entry->name, wanted, kind);
    iq_str_printf(&words->cause, "0x%llx is %s, ", (unsigned long long)suspicion->object.address,
                  kind);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "look for swapped arguments or a cast that hides the mistake");
}

/* Programs that find functions by their names, with _v2 where there is one, call the new version as
 * the old one was called: what the argument is given is left over in a register. */
static void put_version(const struct iq_suspicion *suspicion, const struct iq_call *call,
                        struct iq_words *words)
{
    const struct iq_entry *entry = call->entry,
                          *old = suspicion->member || suspicion->arg < 0
                                     ? NULL
                                     : iq_entry_without(entry, suspicion->arg);
    if (!old)
        return;
    iq_str_printf(
        &words->cause,
        "; %s has had this argument since CUDA %u.%u, and %s has not: a program that looks for names with a version by itself, but declares the function as it was before, passes nothing for it (Numba with its own bindings does)",
        entry->symbol, entry->since / 1000, entry->since % 1000 / 10, old->symbol);
    iq_str_printf(
        &words->fix,
        "; or ask for the version that the program declares (%s; cuGetProcAddress with its number); with Numba install cuda-python and set NUMBA_CUDA_USE_NVIDIA_BINDING=1, or use a later numba-cuda",
        old->symbol);
}

struct explain_unknown {
    enum iq_kind wanted;
};
static void explain_unknown(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    uint64_t value = suspicion->object.address;
    const char *kind = suspicion->object.kind;
    char one[64];
    put_one(one, sizeof one, kind);
    iq_str_printf(&words->message, "%s of %s is not the handle of %s",
                  iq_guilty_name(suspicion, call), call->entry->name, one);
    if (iq_handle_is_number(IQ_EVIDENCE(explain_unknown, suspicion)->wanted))
        iq_str_printf(&words->cause, "no call has returned the value %llu",
                      (unsigned long long)value);
    else
        iq_str_printf(
            &words->cause, "no call has returned the value 0x%llx; as an address, it lies in %s",
            (unsigned long long)value, value < NULL_PAGE ? "the null page" : iq_host_words(value));
    iq_str_printf(
        &words->fix,
        "initialise the %s variable with its create call, and check that the call succeeded",
        iq_plain_kind(kind));
    put_version(suspicion, call, words);
}

static void explain_null(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *name = iq_guilty_name(suspicion, call), *kind = suspicion->object.kind;
    if (!strcmp(kind, "stream")) {
        iq_str_printf(&words->message, "%s of %s is the default stream, which cannot be destroyed",
                      name, call->entry->name);
        iq_str_puts(&words->cause, "the default streams exist as long as their context");
        iq_str_puts(
            &words->fix,
            "destroy only streams from cudaStreamCreate or cuStreamCreate; skip the call for the handles 0, 1 and 2");
        return;
    }
    iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name);
    char one[64];
    put_one(one, sizeof one, kind);
    iq_str_printf(
        &words->cause,
        "the handle of %s is never NULL: the variable was not set, was moved from, or its create call failed",
        one);
    iq_str_printf(
        &words->fix,
        "create the %s first, check the create call's result, and skip the call for an empty handle",
        iq_plain_kind(kind));
}

struct explain_wrong_context {
    const struct iq_context *own, *other; /* of the object, and of what it meets */
    int meets;                            /* argument that is of .other; -1: the current context */
};
static void explain_wrong_context(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct explain_wrong_context *evidence = IQ_EVIDENCE(explain_wrong_context, suspicion);
    const struct iq_context *own = evidence->own, *other = evidence->other;
    const char *meets =
        evidence->meets < 0 ? "the current context" : iq_arg_name(call, evidence->meets);
    iq_str_printf(&words->message, "%s of %s belongs to a different %s than %s",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  own->device != other->device ? "device" : "context", meets);
    iq_str_printf(&words->cause, "the %s was ", iq_plain_kind(suspicion->object.kind));
    iq_put_history(&words->cause, &suspicion->object, call);
    if (own->device != other->device)
        iq_str_printf(&words->cause, " on device %d; %s is on device %d", own->device, meets,
                      other->device);
    else
        iq_str_printf(&words->cause, " in context 0x%llx; %s is %s0x%llx",
                      (unsigned long long)own->value, meets,
                      evidence->meets < 0 ? "" : "in context ", (unsigned long long)other->value);
    iq_put_current(&words->cause, suspicion->thread, call);
    iq_str_printf(
        &words->fix,
        "make the %s's device or context current (cudaSetDevice, cuCtxSetCurrent) before this call, or create one "
        "%s per device",
        iq_plain_kind(suspicion->object.kind), iq_plain_kind(suspicion->object.kind));
}

struct explain_recycled {
    const struct iq_handle *old, *new; /* what had the value, and what has it now */
};
static void explain_recycled(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_recycled *evidence = IQ_EVIDENCE(explain_recycled, suspicion);
    const struct iq_handle *old = evidence->old, *new = evidence->new;
    struct iq_object older = iq_object_of_handle(old), newer = iq_object_of_handle(new);
    char was[64], is[64];
    put_one(was, sizeof was, older.kind);
    put_one(is, sizeof is, newer.kind);
    bool same = old->kind == new->kind;
    iq_str_printf(&words->message,
                  "%s of %s is %s that has been destroyed; its handle now belongs to %s%s",
                  iq_guilty_name(suspicion, call), call->entry->name, was, same ? "another " : "",
                  same ? iq_plain_kind(newer.kind) : is);
    iq_str_printf(&words->cause, "0x%llx was %s, ", (unsigned long long)old->value, was);
    iq_put_history(&words->cause, &older, call);
    iq_str_printf(&words->cause, "; the driver then reused the value for %s, ", is);
    iq_put_history(&words->cause, &newer, call);
    if (same && old->context && new->context && old->context != new->context &&
        old->context->device != new->context->device)
        iq_str_printf(&words->cause, ", on device %d", new->context->device);
    iq_str_puts(
        &words->fix,
        "find the stale copy of the old handle: clear all copies when the object is destroyed, or destroy it after its last use");
}

/* [old], which was meant, is gone, and its value is that of [new]: both are named. */
static void suspect_recycled(const struct iq_handle *old, const struct iq_handle *new,
                             struct iq_suspicion suspicion)
{
    suspicion.rule = IQ_RULE_RECYCLED_HANDLE;
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_handle(new);
    suspicion.cause = iq_cause(IQ_CAUSE_HANDLE_RECYCLED, iq_handle_cause(old));
    suspicion.related[0].what = "the old object was made here";
    suspicion.related[0].ref = old->created;
    suspicion.related[1].what = "the old object was destroyed here";
    suspicion.related[1].ref = iq_object_of_handle(old).destroyed;
    IQ_EXPLAIN(&suspicion, explain_recycled, .old = old, .new = new);
    iq_suspect(&suspicion);
}

/* The live object of another kind that has the value of [old] now; NULL. */
static const struct iq_handle *successor_of(const struct iq_handle *old)
{
    const struct iq_handle *newest =
        iq_handle_is_number(old->kind) ? old : *iq_handle_slot(iq_handles, old->key);
    return newest && newest != old && !iq_handle_is_dead(newest) ? newest : NULL;
}

static void suspect_dead(const struct iq_event *event)
{
    const struct iq_handle *handle = event->handle;
    bool own = __atomic_load_n(&handle->state, __ATOMIC_ACQUIRE) == IQ_HANDLE_DESTROYED;
    bool destroys = event->verb == IQ_VERB_DESTROY;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, destroys ? IQ_RULE_DOUBLE_DESTROY : IQ_RULE_DESTROYED_HANDLE,
                        IQ_RANK_DEAD, event->arg);
    suspicion.object = iq_object_of_handle(handle);
    suspicion.done = iq_handle_is_of_vulkan(handle->kind) ? IQ_ERROR
                     : may_return(handle)                 ? IQ_SILENT
                                                          : IQ_WARNING;
    suspicion.cause = iq_handle_cause(handle);
    IQ_EXPLAIN(&suspicion, explain_destroyed, .handle = handle);
    /* made current, it is answered with success, and the process dies of it at its end */
    if (own && handle->kind == IQ_KIND_CONTEXT && handle->context) {
        if (destroys)
            suspicion.cause = iq_context_cause(handle->context);
        else
            iq_blame_context(&suspicion, handle->context);
        suspicion.contain = IQ_ANSWER_CONTEXT;
    } else if (own || (handle->parent && iq_handle_is_dead(handle->parent) &&
                       !iq_context_is_dead(handle->context)))
        suspicion.contain = answer_to(event, handle);
    else if (iq_context_is_dead(handle->context)) {
        iq_blame_context(&suspicion, handle->context);
        suspicion.explain = explain_context_gone;
        if (crashes(handle->kind))
            suspicion.contain = IQ_ANSWER_CONTEXT;
    } else if (iq_handle_is_of_vulkan(handle->kind))
        suspicion.contain = IQ_ANSWER_HANDLE;
    const struct iq_handle *successor =
        own && event->call->entry->api <= IQ_API_CUDART ? successor_of(handle) : NULL;
    if (successor) { /* the driver takes it for what it is not */
        suspect_recycled(handle, successor, suspicion);
        return;
    }
    iq_suspect(&suspicion);
}

struct explain_memory {
    enum iq_kind wanted;
};
static void explain_memory(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    enum iq_kind kind = IQ_EVIDENCE(explain_memory, suspicion)->wanted;
    char wanted[64];
    put_one(wanted, sizeof wanted, iq_kind_name(kind));
    iq_str_printf(&words->message, "%s of %s must be %s, but is the address of %s",
                  iq_guilty_name(suspicion, call), call->entry->name, wanted,
                  iq_plain_kind(suspicion->object.kind));
    iq_put_object_past(&words->cause, &suspicion->object, call);
    if (kind == IQ_KIND_ARRAY)
        iq_str_puts(
            &words->fix,
            "pass the cudaArray_t from cudaMallocArray, or copy with cudaMemcpy2D, which takes addresses");
    else
        iq_str_puts(&words->fix, "look for swapped arguments or a cast that hides the mistake");
}

/* A value of no handle of its kind may be one of a neighbouring kind, or the address of memory. */
static bool suspect_relative(const struct iq_event *event, enum iq_kind kind,
                             struct iq_suspicion suspicion)
{
    enum iq_kind other = kind == IQ_KIND_TEXTURE   ? IQ_KIND_SURFACE
                         : kind == IQ_KIND_SURFACE ? IQ_KIND_TEXTURE
                                                   : IQ_KIND_NONE;
    const struct iq_handle *handle = other ? iq_handle_find(other, event->value) : NULL;
    struct iq_range range;
    suspicion.rule = IQ_RULE_WRONG_TYPE_HANDLE;
    suspicion.rank = IQ_RANK_FOREIGN;
    suspicion.cause = 0;
    suspicion.done = IQ_WARNING; /* drivers may not tell one number from the other */
    if (handle && handle->kind == other && !iq_handle_is_dead(handle)) {
        suspicion.object = iq_object_of_handle(handle);
        IQ_EXPLAIN(&suspicion, explain_type, .wanted = kind);
    } else if (!iq_handle_is_number(kind) && kind < IQ_KIND_CL_PLATFORM &&
               iq_range_find(event->value, &range) && range.created.entry) {
        suspicion.object = iq_object_of_range(&range);
        IQ_EXPLAIN(&suspicion, explain_memory, .wanted = kind);
        if (crashes(kind))
            suspicion.contain = IQ_ANSWER_HANDLE;
    } else
        return false;
    iq_suspect(&suspicion);
    return true;
}

/* All calls that make objects of this kind are in the tables, and no layer looks at the value
 * before the driver does. */
static bool is_unchecked_vulkan(enum iq_kind kind)
{
    switch (kind) {
    case IQ_KIND_VK_INSTANCE:
    case IQ_KIND_VK_PHYSICAL_DEVICE:
    case IQ_KIND_VK_SURFACE:
    case IQ_KIND_VK_DISPLAY:
    case IQ_KIND_VK_DISPLAY_MODE:
    case IQ_KIND_VK_SWAPCHAIN: return false;
    default: return iq_handle_is_of_vulkan(kind) && !iq_vk_is_listening();
    }
}

/* The living object of another type of Vulkan whose handle is [value]; NULL. */
static const struct iq_handle *other_of_vulkan(enum iq_kind wanted, uint64_t value)
{
    for (unsigned kind = IQ_KIND_VK_ACCELERATION_STRUCTURE; kind <= IQ_KIND_VK_VALIDATION_CACHE;
         kind++) {
        const struct iq_handle *handle =
            kind == (unsigned)wanted ? NULL : iq_living((enum iq_kind)kind, value);
        if (handle)
            return handle;
    }
    return NULL;
}

/* Drivers dereference it.  A number that no call returned is that of nothing, even where drivers
 * count their objects. */
static void suspect_vulkan(const struct iq_event *event, struct iq_suspicion suspicion)
{
    const struct iq_handle *other = other_of_vulkan(event->kind, event->value);
    if (!other && !is_stray(event))
        return;
    if (other) {
        suspicion.rule = IQ_RULE_WRONG_TYPE_HANDLE;
        suspicion.rank = IQ_RANK_FOREIGN;
        suspicion.object = iq_object_of_handle(other);
        IQ_EXPLAIN(&suspicion, explain_type, .wanted = event->kind);
    }
    suspicion.contain = IQ_ANSWER_HANDLE;
    suspicion.done = IQ_ERROR;
    iq_suspect(&suspicion);
}

/* A value that is in no table. */
static void suspect_unknown(const struct iq_event *event)
{
    enum iq_kind kind = event->kind;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNKNOWN_HANDLE, IQ_RANK_UNKNOWN, event->arg);
    suspicion.object = iq_object_unknown(kind, event->value);
    IQ_EXPLAIN(&suspicion, explain_unknown, .wanted = kind);
    if (!iq_handle_is_number(kind)) /* one stray value is one mistake, wherever it is used */
        suspicion.cause = iq_cause(IQ_CAUSE_HANDLE_UNKNOWN, event->value ^ (uint64_t)kind << 56);
    if (event->call->entry->api <= IQ_API_CUDART && suspect_relative(event, kind, suspicion))
        return;
    if (event->phase == IQ_PHASE_BEFORE && is_unchecked_vulkan(kind)) {
        suspect_vulkan(event, suspicion);
        return;
    }
    if (event->phase == IQ_PHASE_FAILED) {
        if (!iq_status_is_handle(event->call, event->result) ||
            (kind == IQ_KIND_KERNEL && iq_kernel_adopt(event->value, NULL)))
            return;
        refuse(event->value);
    } else {
        /* drivers look at those when they are used */
        bool unseen =
            kind == IQ_KIND_CONTEXT && (event->member || event->role->role == IQ_ROLE_CURRENT);
        if (iq_handle_is_number(kind) || (!crashes_unmapped(kind) && !unseen))
            return;
        if (!is_stray(event) && !was_refused(event->value))
            return;
        suspicion.contain =
            event->role->role == IQ_ROLE_CURRENT ? IQ_ANSWER_NO_CONTEXT : IQ_ANSWER_HANDLE;
    }
    iq_suspect(&suspicion);
}

static bool is_memory_object(enum iq_kind kind)
{
    return kind == IQ_KIND_CL_MEM || kind == IQ_KIND_CL_BUFFER || kind == IQ_KIND_CL_IMAGE ||
           kind == IQ_KIND_CL_PIPE;
}

static void suspect_type(const struct iq_event *event)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_TYPE_HANDLE, IQ_RANK_FOREIGN, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.done = iq_is_opencl(event->call->entry) ? IQ_ERROR : IQ_SILENT;
    if (iq_is_opencl(event->call->entry) && !is_memory_object((enum iq_kind)event->handle->kind))
        /* drivers take it for what it should be; of memory objects they know the type */
        suspicion.contain = IQ_ANSWER_HANDLE;
    IQ_EXPLAIN(&suspicion, explain_type, .wanted = event->kind);
    iq_suspect(&suspicion);
}

static void check_null(const struct iq_event *event)
{
    enum iq_kind kind = event->kind;
    bool is_default = kind == IQ_KIND_STREAM && event->value <= 2;
    bool destroys_default = is_default && event->verb == IQ_VERB_DESTROY;
    bool host_function =
        event->role->role == IQ_ROLE_FUNC && !strcmp(event->role->type, "const void *");
    /* a list may be left out, its elements may not */
    bool element =
        event->member && (iq_is_opencl(event->call->entry) || event->role->role == IQ_ROLE_LIST);
    if (event->result == CUDA_ERROR_NOT_INITIALIZED ||
        (event->result == CUDA_ERROR_INVALID_CONTEXT && event->role->role != IQ_ROLE_CURRENT &&
         !(kind == IQ_KIND_GREEN_CONTEXT ||
           (kind == IQ_KIND_CONTEXT && iq_thread_block->current))) ||
        host_function ||
        ((is_default ||
          (event->role->optional && !element && !iq_expand_uses(event->call, event->arg))) &&
         !destroys_default))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_NULL_HANDLE, IQ_RANK_NULL, event->arg);
    suspicion.object = (struct iq_object){
        .kind = iq_kind_name(kind), .state = "never-created", .address = event->value, .device = -1
    };
    suspicion.explain = explain_null;
    /* fails, and does no harm: the end of a program that made less than it could have */
    if (event->role->role == IQ_ROLE_RELEASE)
        suspicion.failed = suspicion.done = IQ_NOTE;
    else if (event->phase == IQ_PHASE_BEFORE && !iq_is_opencl(event->call->entry))
        suspicion.contain = IQ_ANSWER_HANDLE;
    else if (event->phase == IQ_PHASE_BEFORE && kind != IQ_KIND_CL_DEVICE &&
             kind != IQ_KIND_CL_PLATFORM) {
        suspicion.done = IQ_ERROR;
        /* PoCL crashes on it */
        suspicion.contain = kind == IQ_KIND_CL_KERNEL ? IQ_ANSWER_HANDLE : 0;
    }
    iq_suspect(&suspicion);
}

static void check_before(const struct iq_event *event)
{
    if (!event->value &&
        (event->call->entry->api >= IQ_API_OPENCL || (event->member && crashes(event->kind))))
        check_null(event);
    else if (!event->handle)
        suspect_unknown(event);
    else if (iq_kind_fits(event->kind, (enum iq_kind)event->handle->kind))
        suspect_dead(event);
    else if (!iq_handle_is_dead(event->handle))
        suspect_type(event);
}

/* Context that the call works in: that of its stream if it names one, else the thread's. */
static const struct iq_context *working_context(const struct iq_call *call, int *arg)
{
    int stream = iq_entry_stream_arg(call->entry);
    *arg = 0;
    if (stream >= 0 && call->args[stream] > 2) {
        const struct iq_handle *handle = iq_resolved_handle(call, stream, IQ_KIND_STREAM);
        if (handle) {
            *arg = stream + 1;
            return handle->context;
        }
    }
    return iq_thread_block->current;
}

struct explain_other_context {
    const struct iq_handle *own, *other; /* contexts of the object, and of what it meets */
    int meets;                           /* argument that is of .other */
};
static void explain_other_context(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct explain_other_context *evidence = IQ_EVIDENCE(explain_other_context, suspicion);
    const char *other = iq_arg_name(call, evidence->meets);
    iq_str_printf(&words->message, "%s of %s belongs to a different context than %s",
                  iq_guilty_name(suspicion, call), call->entry->name, other);
    iq_str_printf(&words->cause, "the %s was ", iq_plain_kind(suspicion->object.kind));
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause,
                  " in context %u; %s is in context %u; contexts do not share objects",
                  evidence->own->serial, other, evidence->other->serial);
    iq_str_printf(&words->fix, "create the %s in the same context, or copy through host memory",
                  iq_plain_kind(suspicion->object.kind));
}

/* The context that an object was made in, through its owners. */
static const struct iq_handle *home_of(const struct iq_handle *handle)
{
    for (int depth = 0; handle && depth < 8; depth++, handle = handle->owner)
        if (handle->kind == IQ_KIND_CL_CONTEXT)
            return handle;
    return NULL;
}

void iq_suspect_home(const struct iq_event *event, int arg, const struct iq_handle *handle,
                     const struct iq_handle *own, int other, const struct iq_handle *home,
                     uint64_t cause)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_CONTEXT, IQ_RANK_CODE + 9, arg);
    suspicion.object = iq_object_of_handle(handle);
    suspicion.cause = cause;
    suspicion.done = IQ_ERROR;
    IQ_EXPLAIN(&suspicion, explain_other_context, .own = own, .other = home, .meets = other);
    iq_suspect(&suspicion);
}

/* Objects of one OpenCL call must be of one context: that of the first. */
static void check_homes(const struct iq_event *event)
{
    struct iq_call *call = event->call;
    const struct iq_plan *plan = call->plan;
    const struct iq_handle *home = NULL, *own;
    int first = -1;
    uint64_t values[16];
    const struct iq_handle *last = NULL;
    for (uint32_t left = plan->handles & 255; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        const struct iq_handle *handle = call->found[i];
        if (!handle || (last && handle->owner == last->owner) || !(own = home_of(handle)) ||
            own == home)
            continue;
        last = handle;
        if (home) {
            iq_suspect_home(event, i, call->found[i], own, first, home, 0);
            return;
        }
        home = own;
        first = i;
    }
    /* one alone */
    if (!iq_walk_has_list(call, plan->waits) ||
        (!home && (uint32_t)call->args[call->entry->args[plan->waits].size_arg] == 1))
        return;
    for (uint32_t at = 0, got; (got = iq_walk_list(call, plan->waits, at, values, 16)); at += got)
        for (uint32_t n = 0; n < got; n++) {
            const struct iq_handle *handle =
                values[n] ? iq_handle_find(IQ_KIND_CL_EVENT, values[n]) : NULL;
            if (!handle || !(own = home_of(handle)) || own == home)
                continue;
            if (home) {
                iq_suspect_home(event, plan->waits, handle, own, first, home, 0);
                return;
            }
            home = own;
            first = plan->waits;
        }
}

/* What [handle]'s value was before, in [context]; NULL. */
static const struct iq_handle *predecessor_of(const struct iq_handle *handle,
                                              const struct iq_context *context)
{
    for (const struct iq_handle *old = handle ? handle->older : NULL; old; old = old->older)
        if (old->kind == handle->kind && old->context == context &&
            old->state == IQ_HANDLE_DESTROYED)
            return old;
    return NULL;
}

static void check_context(const struct iq_event *event)
{
    int arg;
    const struct iq_context *own = event->handle->context,
                            *other = working_context(event->call, &arg);
    enum iq_kind kind = event->handle->kind;
    if ((event->result != CUDA_ERROR_INVALID_HANDLE && event->result != CUDA_ERROR_INVALID_VALUE) ||
        !own || !other || own == other || arg == event->arg + 1 || iq_context_is_dead(own) ||
        own->value == other->value || !own->value || !other->value || kind == IQ_KIND_CONTEXT)
        return;
    if (kind == IQ_KIND_KERNEL &&
        (event->result != CUDA_ERROR_INVALID_HANDLE || !event->handle->parent ||
         event->handle->parent->kind != IQ_KIND_MODULE))
        return; /* kernels of libraries belong to no context */
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_CONTEXT, IQ_RANK_CODE + 9, event->arg);
    const struct iq_handle *stream = iq_resolved_handle(event->call, arg - 1, IQ_KIND_STREAM);
    const struct iq_handle *old = predecessor_of(event->handle, other),
                           *old_stream = old ? NULL : predecessor_of(stream, own);
    if (old || old_stream) { /* the one that was meant */
        suspicion.arg = old ? event->arg : arg - 1;
        suspect_recycled(old ? old : old_stream, old ? event->handle : stream, suspicion);
        return;
    }
    /* the kernel is where the thread works */
    bool far_stream = stream && kind == IQ_KIND_KERNEL && own == iq_thread_block->current;
    suspicion.arg = far_stream ? arg - 1 : event->arg;
    suspicion.object = iq_object_of_handle(far_stream ? stream : event->handle);
    suspicion.related[0].ref = iq_call_ref_of_current(iq_thread_block);
    if (suspicion.related[0].ref.stack)
        suspicion.related[0].what = "the current device was set here";
    IQ_EXPLAIN(&suspicion, explain_wrong_context, .own = far_stream ? other : own,
               .other = far_stream ? own : other, .meets = far_stream ? event->arg : arg - 1);
    iq_suspect(&suspicion);
}

struct explain_far_memory {
    int memory;                       /* argument */
    int stream_device, memory_device; /* ordinals */
};
static void explain_far_memory(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_far_memory *evidence = IQ_EVIDENCE(explain_far_memory, suspicion);
    iq_str_printf(&words->message, "%s of %s belongs to a different device than %s",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  iq_arg_name(call, evidence->memory));
    iq_str_printf(&words->cause, "the stream belongs to device %d, the memory to device %d",
                  evidence->stream_device, evidence->memory_device);
    iq_str_printf(&words->fix,
                  "use a stream of device %d: call cudaSetDevice before the stream is created",
                  evidence->memory_device);
}

/* A refused call with a good stream and good memory, which are on different devices. */
static void check_stream(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_context *own = event->handle->context;
    if (event->result != CUDA_ERROR_INVALID_VALUE || event->role->role != IQ_ROLE_STREAM || !own ||
        own->device < 0)
        return;
    for (int i = 0; i < event->call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        const struct iq_resolved *place = &thread->resolved[i];
        int role = event->call->entry->args[i].role;
        if ((role != IQ_ROLE_READ && role != IQ_ROLE_WRITE) || place->call != event->call->number ||
            !place->live || place->range.device < 0 || place->range.kind != IQ_KIND_DEVICE_MEMORY ||
            place->range.device == own->device)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_WRONG_CONTEXT, IQ_RANK_CODE + 4, event->arg);
        suspicion.object = iq_object_of_handle(event->handle);
        IQ_EXPLAIN(&suspicion, explain_far_memory, .memory = i, .stream_device = own->device,
                   .memory_device = place->range.device);
        iq_suspect(&suspicion);
        return;
    }
}

struct explain_not_own {
    bool of_mipmapped; /* a level of a mipmapped array; else the device's own pool */
};
static void explain_not_own(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const char *kind = iq_plain_kind(suspicion->object.kind);
    bool of_mipmapped = IQ_EVIDENCE(explain_not_own, suspicion)->of_mipmapped;
    iq_str_printf(&words->message, "%s of %s is %s, which the program must not destroy",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  of_mipmapped ? "a level of a mipmapped array" : "the device's own pool");
    iq_str_printf(&words->cause, "%s 0x%llx was returned by %s ", kind,
                  (unsigned long long)suspicion->object.address,
                  suspicion->object.created.entry->name);
    iq_put_ago(&words->cause, suspicion->object.created.number, call->number);
    iq_str_puts(&words->cause, of_mipmapped ? "; it is freed together with the mipmapped array"
                                            : "; it exists as long as the device");
    iq_str_puts(&words->fix, of_mipmapped
                                 ? "free the mipmapped array instead"
                                 : "destroy only pools from cudaMemPoolCreate or cuMemPoolCreate, "
                                   "and use cudaMemPoolTrimTo to release memory");
}

/* What a call handed out belongs to somebody else. */
static bool check_owner(const struct iq_event *event)
{
    const struct iq_handle *handle = event->handle;
    if (event->verb != IQ_VERB_DESTROY || !handle || handle->kind != event->kind ||
        !(handle->flags & IQ_HANDLE_ADOPTED) || !handle->created.entry ||
        (handle->kind != IQ_KIND_POOL && handle->kind != IQ_KIND_ARRAY))
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_FREE, IQ_RANK_FOREIGN, event->arg);
    suspicion.object = iq_object_of_handle(handle);
    IQ_EXPLAIN(&suspicion, explain_not_own, .of_mipmapped = handle->kind == IQ_KIND_ARRAY);
    iq_suspect(&suspicion);
    return true;
}

static void check_failed(const struct iq_event *event)
{
    enum iq_kind kind = event->kind;
    if (check_owner(event))
        return;
    bool is_default = kind == IQ_KIND_STREAM && event->value <= 2;
    if (!event->value || is_default)
        check_null(event);
    else if (event->role->role == IQ_ROLE_FUNC && !strcmp(event->role->type, "const void *"))
        return;
    else if (!event->handle)
        suspect_unknown(event);
    else if (iq_kind_fits(kind, (enum iq_kind)event->handle->kind) &&
             !iq_handle_is_dead(event->handle)) {
        if (iq_is_opencl(event->call->entry))
            return;
        check_context(event);
        check_stream(event);
    }
}

static bool has_homes(const struct iq_entry *entry)
{
    return iq_is_opencl(entry) &&
           (entry->plan->waits >= 0 || __builtin_popcount(entry->plan->handles & 255) > 1);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(USE) | IQ_ON(DESTROY), IQ_PHASE_BEFORE, check_before, .kinds = ~IQ_ALLOCATIONS },
    { IQ_ON(USE) | IQ_ON(DESTROY), IQ_PHASE_FAILED, check_failed, .kinds = ~IQ_ALLOCATIONS },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_homes, .concerns = has_homes },
};
const struct iq_rule_family iq_rules_handle = { "handle", subscriptions,
                                                IQ_COUNT_OF(subscriptions) };
