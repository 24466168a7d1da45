/* CUDA as a call's way sees it: the driver and the runtime, which is made over it. */
#include "call/api.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_cuda/arguments.h"
#include "api_cuda/boxes.h"
#include "api_cuda/flow.h"
#include "api_cuda/graphs.h"
#include "api_cuda/kernels.h"
#include "api_cuda/launch.h"
#include "api_cuda/launch_cache.h"
#include "call/copy_cache.h"
#include "call/core.h"
#include "call/rule.h"
#include "call/walk.h"
#include "model/names.h"
#include "process/peek.h"

/* ---- codes ---- */

#define ERROR(code, name, text) { code, #name },
static const struct iq_status driver_statuses[] = {
#include "cuda/errors.def"
};
#define ERROR(code, name, text) { code, #name },
static const struct iq_status runtime_statuses[] = {
#include "cudart/errors.def"
};

enum { INVALID_VALUE_BEFORE_10_1 = 11 };

static int64_t answer(const struct iq_call *call, enum iq_answer answer, int arg)
{
    (void)call, (void)arg;
    return answer;
}

static bool is_argument_error(int64_t result)
{
    return result == CUDA_ERROR_INVALID_VALUE || result == INVALID_VALUE_BEFORE_10_1 ||
           result == cudaErrorInvalidHostPointer || result == cudaErrorInvalidDevicePointer;
}
static bool is_handle_error(int64_t result)
{
    return result == CUDA_ERROR_INVALID_HANDLE || result == CUDA_ERROR_INVALID_VALUE ||
           result == CUDA_ERROR_CONTEXT_IS_DESTROYED || result == CUDA_ERROR_INVALID_CONTEXT;
}
static bool is_memory_error(int64_t result) { return result == CUDA_ERROR_OUT_OF_MEMORY; }
static bool is_expected(const struct iq_call *call)
{
    if (call->result == CUDA_ERROR_DEINITIALIZED && iq_core.exiting &&
        iq_stack_is_hidden(call->site.pc))
        return true; /* a runtime's own clean-up, after the driver has gone */
    return call->result == CUDA_ERROR_NOT_READY ||
           call->result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED ||
           call->result == CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

/* ---- faults on demand ---- */

static bool is_sticky(int64_t result)
{
    switch (result) {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_TENSOR_MEMORY_LEAK: return true;
    default: return false;
    }
}

enum {
    WAITS = IQ_ENTRY_SYNC_CTX | IQ_ENTRY_SYNC_STREAM | IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_HOST,
    WORKS = WAITS | IQ_ENTRY_ASYNC | IQ_ENTRY_LAUNCH
};

/* Whatever works on memory or objects, or waits: what only asks about devices does not touch the
 * context.  It can be left all the same. */
static bool meets_sticky(const struct iq_entry *entry)
{
    bool meets = entry->flags & WORKS;
    for (int i = 0; i < entry->arg_count; i++)
        switch (entry->args[i].role) {
        case IQ_ROLE_DEL:
            if (entry->args[i].kind == IQ_KIND_CONTEXT)
                return false;
            meets = true;
            break;
        case IQ_ROLE_NEW:
        case IQ_ROLE_NEWMEM:
        case IQ_ROLE_DELMEM:
        case IQ_ROLE_REGMEM:
        case IQ_ROLE_UNREGMEM:
        case IQ_ROLE_READ:
        case IQ_ROLE_WRITE:
        case IQ_ROLE_SYMBOL:
        case IQ_ROLE_STREAM:
        case IQ_ROLE_SIGNAL:
        case IQ_ROLE_WAIT:
        case IQ_ROLE_QUERY: meets |= entry->args[i].kind != IQ_KIND_CONTEXT; break;
        default: break;
        }
    return meets;
}

/* A primary context by its device, which is known before the context is made. */
static uint64_t broken_by(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_context *context = thread->current;
    (void)call;
    if (context && !context->primary)
        return (uint64_t)(uintptr_t)context;
    return 1 + (uint64_t)(context && context->device >= 0 ? context->device : thread->device);
}

static bool has_role(const struct iq_entry *entry, enum iq_role role)
{
    return iq_entry_arg(entry, role) >= 0;
}

static int64_t likely(const struct iq_entry *entry)
{
    if (entry->operation == IQ_OP_INIT || entry->operation == IQ_OP_COUNT_DEVICES)
        return CUDA_ERROR_NO_DEVICE;
    if (has_role(entry, IQ_ROLE_IMAGE) || has_role(entry, IQ_ROLE_PATH))
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    if (has_role(entry, IQ_ROLE_NEW) || has_role(entry, IQ_ROLE_NEWMEM) ||
        has_role(entry, IQ_ROLE_REGMEM))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (entry->flags & IQ_ENTRY_LAUNCH)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (entry->flags & WORKS || has_role(entry, IQ_ROLE_READ) || has_role(entry, IQ_ROLE_WRITE))
        return CUDA_ERROR_LAUNCH_FAILED;
    return has_role(entry, IQ_ROLE_DEVICE) ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_UNKNOWN;
}

static uint64_t live_bytes(void)
{
    uint64_t bytes, count;
    iq_range_totals(&bytes, &count);
    return bytes;
}

/* ---- plans ---- */

/* Enqueues work or asks for its state, and that is all that it does; which memory is known before
 * the call.  Of a wait for an event nothing is asked afterwards if that has been recorded. */
static bool settles(const struct iq_plan *plan, const struct iq_entry *entry)
{
    bool wait = plan->flow == IQ_FLOW_WAIT && plan->event >= 0 && plan->after == 1u << plan->event;
    uint32_t more = IQ_STEP_AFTER | IQ_STEP_GRAPH | IQ_STEP_SYNCED | IQ_STEP_READS_ERROR |
                    IQ_STEP_NO_STATUS | IQ_STEP_EFFECTS | IQ_STEP_FORWARD | IQ_STEP_WAIT;
    bool work = plan->flow == IQ_FLOW_RECORD || wait ||
                (plan->flow == IQ_FLOW_NONE && entry->flags & IQ_ENTRY_LAUNCH) ||
                ((plan->flow == IQ_FLOW_WORK || plan->flow == IQ_FLOW_ACCESS) &&
                 entry->flags & IQ_ENTRY_ASYNC) ||
                ((plan->flow == IQ_FLOW_SYNC_EVENT || plan->flow == IQ_FLOW_SYNC_STREAM) &&
                 entry->flags & IQ_ENTRY_QUERY);
    more &= ~(wait ? (uint32_t)IQ_STEP_AFTER : 0);
    return work && plan->symbol < 0 && !(plan->steps & more) &&
           !(plan->makes | plan->gets | plan->outlists | plan->owners);
}

/* Are its arguments a stream, addresses and numbers, and is that all? */
static bool is_cacheable(const struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t before = IQ_STEP_WAIT - 1, plain = IQ_STEP_LOOK | IQ_STEP_OTHERS | IQ_STEP_MEMORY;
    return plan->steps & IQ_STEP_SETTLES && plan->flow == IQ_FLOW_ACCESS &&
           !(plan->steps & before & ~plain) && plan->access && plan->memory == plan->access &&
           plan->stream >= 0 && plan->stream < 8 && plan->handles == 1u << plan->stream &&
           !plan->deferred && !plan->array && entry->arg_count >= IQ_CACHED_COPY_LEAST &&
           entry->arg_count <= IQ_CACHED_COPY_ARGS;
}

/* Are its arguments a stream and an event, or one of them, and is that all? */
static bool takes_handles_only(const struct iq_plan *plan)
{
    const uint32_t before = IQ_STEP_WAIT - 1;
    return plan->steps & IQ_STEP_SETTLES && plan->remembers &&
           (plan->flow == IQ_FLOW_RECORD || plan->flow == IQ_FLOW_WAIT ||
            plan->flow == IQ_FLOW_SYNC_EVENT || plan->flow == IQ_FLOW_SYNC_STREAM) &&
           !(plan->steps & before & ~(uint32_t)IQ_STEP_LOOK) && !(plan->handles >> 8);
}

/* The host may have freed what it unregisters. */
static uint32_t steps_before(struct iq_plan *plan, const struct iq_entry *entry)
{
    (void)plan;
    return iq_entry_arg(entry, IQ_ROLE_UNREGMEM) >= 0 ? IQ_STEP_RELEASES : 0;
}

static uint32_t steps_after(struct iq_plan *plan, const struct iq_entry *entry)
{
    plan->steps |= settles(plan, entry) ? IQ_STEP_SETTLES : 0;
    return is_cacheable(plan, entry) || iq_launch_cache_takes(plan, entry) ||
                   takes_handles_only(plan) || entry->operation == IQ_OP_SET_CONTEXT
               ? IQ_STEP_CACHED
               : 0;
}

/* The context is current already: XLA sets it before each of its calls. */
IQ_FAST static enum iq_cached set_again(const struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_context *current = thread->current;
    call->settled = current && thread->current_known && current->value == call->args[0] &&
                    !iq_context_is_dead(current) && !current->released.number &&
                    !iq_core.config.traced_only;
    return call->settled ? IQ_CACHED_SETTLED : IQ_CACHED_NOT;
}

IQ_FAST static enum iq_cached cached(struct iq_thread *thread, struct iq_call *call)
{
    switch (call->plan->flow) {
    case IQ_FLOW_WORK: return iq_launch_again(thread, call);
    case IQ_FLOW_ACCESS: return iq_flow_copy_again(thread, call);
    case IQ_FLOW_RECORD:
    case IQ_FLOW_WAIT: return iq_flow_event_again(thread, call);
    case IQ_FLOW_NONE: return set_again(thread, call);
    default: return iq_flow_known(thread, call);
    }
}

/* ---- before a call is forwarded ---- */

static bool may_wait(const struct iq_call *call)
{
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    return flow == IQ_FLOW_SYNC_STREAM || flow == IQ_FLOW_SYNC_EVENT ||
           flow == IQ_FLOW_SYNC_CONTEXT || flow == IQ_FLOW_FREE ||
           (flow == IQ_FLOW_ACCESS && !(call->entry->flags & IQ_ENTRY_ASYNC));
}

/* The stream of an extended launch is in its configuration. */
static void check_config(struct iq_call *call)
{
    const struct iq_arg *role = &call->entry->args[call->plan->config];
    uint64_t stream = 0;
    if (!iq_peek(&stream,
                 (uintptr_t)call->args[call->plan->config] +
                     offsetof(struct iq_launch_config, stream),
                 sizeof stream, false) ||
        stream <= 2 /* a default stream */)
        return;
    struct iq_handle *handle = iq_handle_find(IQ_KIND_STREAM, stream);
    if (__builtin_expect(handle && handle->kind == IQ_KIND_STREAM && !iq_handle_is_dead(handle), 1))
        return;
    char path[64];
    struct iq_event event = { .verb = IQ_VERB_USE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = call->plan->config,
                              .kind = IQ_KIND_STREAM,
                              .role = role };
    snprintf(path, sizeof path, call->plan->api->is_runtime ? "%s->stream" : "%s->hStream",
             role->name);
    event.member = iq_name_intern(path);
    event.value = stream;
    event.handle = handle;
    iq_rule_dispatch(&event);
}

/* ---- when it is back ---- */

static void describe(struct iq_call *call, struct iq_handle *handle)
{
    const struct iq_entry *entry = call->entry;
    for (int i = 0; i < entry->arg_count; i++) {
        const struct iq_arg *role = &entry->args[i];
        bool parent = role->role == IQ_ROLE_USE &&
                      ((handle->kind == IQ_KIND_KERNEL &&
                        (role->kind == IQ_KIND_MODULE || role->kind == IQ_KIND_LIBRARY)) ||
                       (handle->kind == IQ_KIND_GRAPH_NODE && role->kind == IQ_KIND_GRAPH));
        if (parent && !handle->parent)
            iq_handle_set_parent(handle, iq_resolved_handle(call, i, role->kind));
        if (handle->kind == IQ_KIND_KERNEL &&
            (role->role == IQ_ROLE_FUNC ||
             (role->role == IQ_ROLE_USE && role->kind == IQ_KIND_KERNEL)))
            handle->origin = call->args[i];
        if (role->role == IQ_ROLE_FLAGS && handle->kind == IQ_KIND_EVENT && call->args[i] & 2)
            handle->flags |= IQ_HANDLE_NO_TIMING;
        if (role->role == IQ_ROLE_FLAGS && handle->kind == IQ_KIND_STREAM && call->args[i] & 1)
            handle->flags |= IQ_HANDLE_NON_BLOCKING;
    }
}

/* Only the driver knows its name. */
static void adopted(struct iq_call *call, struct iq_handle *handle)
{
    if (handle->kind == IQ_KIND_KERNEL && !call->outer && call->entry->api == IQ_API_CUDA)
        iq_kernel_adopt(handle->value, handle);
}

static bool uses_library(const struct iq_entry *entry)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == IQ_KIND_LIBRARY)
            return true;
    return false;
}

/* Libraries, their kernels and what the runtime calls kernels survive a reset. */
static bool is_process_wide(const struct iq_call *call, enum iq_kind kind)
{
    return kind == IQ_KIND_LIBRARY ||
           (kind == IQ_KIND_KERNEL && (call->plan->api->is_runtime || uses_library(call->entry)));
}

#define COMMON                                                                                     \
    .has_contexts = true, .answer = answer, .is_argument_error = is_argument_error,                \
    .is_handle_error = is_handle_error, .is_memory_error = is_memory_error,                        \
    .not_ready = CUDA_ERROR_NOT_READY, .not_supported = CUDA_ERROR_NOT_SUPPORTED,                  \
    .is_sticky = is_sticky, .meets_sticky = meets_sticky, .broken_by = broken_by,                  \
    .likely = likely, .live_bytes = live_bytes, .is_expected = is_expected, .flow = iq_flow_of,    \
    .steps_before = steps_before, .steps_after = steps_after, .cached = cached,                    \
    .may_wait = may_wait, .check_config = check_config, .check_launch = iq_arguments_check_launch, \
    .order_before = iq_flow_before, .order_ahead = iq_flow_ahead, .order_done = iq_flow_done,      \
    .order_conflict = iq_flow_tell, .order_take_back = iq_flow_take_back,                          \
    .launch_begin = iq_launch_begin, .launch_note = iq_launch_note, .launch_read = iq_launch_read, \
    .print_launch = iq_arguments_print, .launch_function = iq_launch_host_function,                \
    .foresee = iq_launch_foresee_soft, .foresaw_parameter = iq_arguments_foreseen,                 \
    .synced = iq_launch_synced, .describe = describe, .adopted = adopted,                          \
    .is_process_wide = is_process_wide, .is_captured = iq_launch_is_captured,                      \
    .captured = iq_graph_captured, .send_regions = iq_cuda_boxes_send

const struct iq_api iq_api_cuda = { .name = "cuda",
                                    .statuses = driver_statuses,
                                    .status_count =
                                        sizeof driver_statuses / sizeof *driver_statuses,
                                    .after_fork = iq_flow_after_fork,
                                    COMMON };
const struct iq_api iq_api_cudart = { .name = "cuda",
                                      .statuses = runtime_statuses,
                                      .status_count =
                                          sizeof runtime_statuses / sizeof *runtime_statuses,
                                      .keeps_last_error = true,
                                      .is_runtime = true,
                                      COMMON };
