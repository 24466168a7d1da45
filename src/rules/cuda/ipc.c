/* Sharing with other processes.  wrong-space: memory that cannot be shared in the way that was
 * asked for; bad-flags: a kind of handle that it was not made for; unknown-handle: what did not
 * come from a process that shares it. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "call/core.h"
#include "call/walk.h"
#include "rules/rules.h"

static const char *way_out(enum iq_kind kind, bool mapped)
{
    if (mapped)
        return "export it with cuMemExportToShareableHandle (request that in the properties of cuMemCreate)";
    if (kind != IQ_KIND_DEVICE_MEMORY)
        return "copy the data to memory from cudaMalloc or cuMemAlloc and export that; host memory is shared with shm_open or mmap";
    return "allocate shared memory with cudaMalloc or cuMemAlloc, or share the pool (cudaMemPoolExportToShareableHandle)";
}

static bool is_mapped(const struct iq_object *object)
{
    const struct iq_entry *made = object->created.entry;
    return made &&
           (made->operation == IQ_OP_MAP_MEMORY || made->operation == IQ_OP_RESERVE_ADDRESSES);
}

struct explain_not_exported {
    enum iq_kind kind; /* of the memory */
};
static void explain_not_exported(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    bool device = !strcmp(suspicion->object.kind, "device-memory"),
         mapped = is_mapped(&suspicion->object);
    iq_str_printf(&words->message,
                  "%s of %s is memory that cannot be exported with an inter-process handle",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause, "; %s",
                  mapped   ? "mapped memory is exported by the handle of its physical memory"
                  : device ? "memory from a pool is exported with its pool"
                           : "only device memory can be exported");
    iq_str_puts(&words->fix, way_out(IQ_EVIDENCE(explain_not_exported, suspicion)->kind, mapped));
}

static void explain_pool(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not memory from an exportable pool",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "allocate it with cudaMallocFromPoolAsync from a pool that was created with handleTypes; memory from cudaMalloc is "
        "shared with cudaIpcGetMemHandle");
}

static void explain_guard(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    iq_str_printf(&words->message, "%s is refused because of --device-guard, not by the driver",
                  call->entry->name);
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(
        &words->cause,
        " has guard pages, so it is a mapping that cannot be exported; memory allocated from now on is not guarded");
    iq_str_puts(&words->fix, "run without --device-guard, or with --canary");
}

/* What the option makes of the program is no mistake of the program. */
static bool is_guard(const struct iq_event *event)
{
    return event->result == CUDA_ERROR_NOT_SUPPORTED &&
           __atomic_load_n(&iq_core.ipc_refused, __ATOMIC_RELAXED);
}

static void check_memory(const struct iq_event *event)
{
    enum iq_operation operation = event->call->entry->operation;
    struct iq_range range;
    if (event->role->role != IQ_ROLE_POINTER ||
        (event->result != CUDA_ERROR_INVALID_VALUE && !is_guard(event)) || !event->value ||
        (operation != IQ_OP_EXPORT_MEMORY && operation != IQ_OP_EXPORT_POOL_POINTER) ||
        !iq_resolved_range(event->call, event->arg, &range))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_SPACE, IQ_RANK_CODE + 3, event->arg);
    suspicion.object = iq_object_of_range(&range);
    suspicion.explain = explain_pool;
    if (operation != IQ_OP_EXPORT_POOL_POINTER)
        IQ_EXPLAIN(&suspicion, explain_not_exported, .kind = range.kind);
    if (is_guard(event)) {
        suspicion.explain = explain_guard;
        suspicion.failed = IQ_NOTE;
    }
    iq_suspect(&suspicion);
}

/* ---- what came from another process ---- */

static const struct incoming {
    enum iq_operation operation;
    const char *args[2], *what, *source;
    bool own_memory;
} incoming[] = {
    { IQ_OP_OPEN_MEMORY,
      { "handle", "handle" },
      "handle",
      "the 64 bytes from cudaIpcGetMemHandle unchanged",
      true },
    { IQ_OP_OPEN_EVENT,
      { "handle", "handle" },
      "handle",
      "the 64 bytes from cudaIpcGetEventHandle unchanged",
      true },
    { IQ_OP_IMPORT_POOL_POINTER,
      { "exportData", "shareData" },
      "pointer of this pool",
      "what cudaMemPoolExportPointer wrote for memory of that same pool",
      true },
    { IQ_OP_IMPORT_POOL,
      { "shareableHandle", "handle" },
      "pool",
      "the descriptor that cudaMemPoolExportToShareableHandle made, sent over a socket (SCM_RIGHTS); the bare number is not valid in another process",
      false },
    { IQ_OP_IMPORT_PHYSICAL_MEMORY,
      { "osHandle", "osHandle" },
      "memory",
      "the descriptor that cuMemExportToShareableHandle made, sent over a socket (SCM_RIGHTS); the bare number is not valid in another process",
      false },
};

static const struct incoming *incoming_of(const struct iq_call *call)
{
    for (size_t i = 0; i < IQ_COUNT_OF(incoming); i++)
        if (call->entry->operation == incoming[i].operation)
            return &incoming[i];
    return NULL;
}

static void explain_incoming(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct incoming *it = incoming_of(call);
    iq_str_printf(&words->message, "%s of %s is not a %s that a live process exported",
                  iq_arg_name(call, suspicion->arg), call->entry->name, it->what);
    iq_str_puts(
        &words->cause,
        it->own_memory
            ? "the driver does not recognise its bytes: it was never filled in or was damaged in transit, or the exporting process has ended or freed the memory"
            : "the driver does not recognise this descriptor: it is closed, it is another file, or its number is valid only in another process");
    iq_str_printf(&words->fix, "pass %s, and keep the exporting process and its memory alive",
                  it->source);
}

/* ---- what was not made to be exported ---- */

struct explain_private {
    const struct iq_handle *handle;
};
static void explain_private(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    bool pool = call->entry->operation == IQ_OP_EXPORT_POOL;
    iq_str_printf(&words->message, "%s of %s is a handle type that the %s was not created for",
                  iq_arg_name(call, suspicion->arg), call->entry->name, pool ? "pool" : "memory");
    iq_put_handle_past(&words->cause, IQ_EVIDENCE(explain_private, suspicion)->handle,
                       &suspicion->object, call);
    iq_str_puts(&words->cause, "; the exportable handle types are fixed at creation");
    iq_str_printf(
        &words->fix,
        "set %s in the properties that it is created with to the handle type exported here",
        pool ? "handleTypes" : "requestedHandleTypes");
}

static void check_private(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int type = iq_entry_arg_named(call->entry, "handleType"), of = 1;
    const struct iq_handle *handle =
        type < 0 ? NULL
                 : iq_handle_find(call->entry->operation == IQ_OP_EXPORT_POOL ? IQ_KIND_POOL
                                                                              : IQ_KIND_VMM_HANDLE,
                                  call->args[of]);
    if (!handle || !call->args[0])
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 2, type);
    suspicion.object = iq_object_of_handle(handle);
    IQ_EXPLAIN(&suspicion, explain_private, .handle = handle);
    iq_suspect(&suspicion);
}

static void check_call(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (event->result == CUDA_ERROR_INVALID_VALUE &&
        (call->entry->operation == IQ_OP_EXPORT_POOL ||
         call->entry->operation == IQ_OP_EXPORT_PHYSICAL_MEMORY))
        check_private(event);
    const struct incoming *it =
        event->result == CUDA_ERROR_INVALID_VALUE || event->result == CUDA_ERROR_UNKNOWN
            ? incoming_of(call)
            : NULL;
    int arg =
        it ? iq_entry_arg_named(call->entry, it->args[call->entry->api != IQ_API_CUDART]) : -1;
    if (arg < 0)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNKNOWN_HANDLE, IQ_RANK_CODE + 5, arg);
    suspicion.explain = explain_incoming;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_memory, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_call, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_ipc = { "ipc", subscriptions, IQ_COUNT_OF(subscriptions) };
