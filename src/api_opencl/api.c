/* OpenCL as a call's way sees it. */
#include "call/api.h"

#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/boxes.h"
#include "api_opencl/command_cache.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/objects.h"
#include "api_opencl/port.h"
#include "api_opencl/shared.h"
#include "call/core.h"

/* ---- codes ---- */

static const struct iq_status statuses[] = {
#define ERROR(code, name, text) { code, #name },
#include "opencl/errors.def"
    { 1, "NULL" }, /* a call without status that returned no pointer */
};

/* There is one code per kind of handle. */
static int64_t code_of(enum iq_kind kind)
{
    switch (kind) {
    case IQ_KIND_CL_PLATFORM: return CL_INVALID_PLATFORM;
    case IQ_KIND_CL_DEVICE: return CL_INVALID_DEVICE;
    case IQ_KIND_CL_CONTEXT: return CL_INVALID_CONTEXT;
    case IQ_KIND_CL_QUEUE: return CL_INVALID_COMMAND_QUEUE;
    case IQ_KIND_CL_MEM:
    case IQ_KIND_CL_BUFFER:
    case IQ_KIND_CL_IMAGE:
    case IQ_KIND_CL_PIPE: return CL_INVALID_MEM_OBJECT;
    case IQ_KIND_CL_SAMPLER: return CL_INVALID_SAMPLER;
    case IQ_KIND_CL_PROGRAM: return CL_INVALID_PROGRAM;
    case IQ_KIND_CL_KERNEL: return CL_INVALID_KERNEL;
    case IQ_KIND_CL_EVENT: return CL_INVALID_EVENT;
    case IQ_KIND_CL_COMMAND_BUFFER: return CL_INVALID_COMMAND_BUFFER_KHR;
    case IQ_KIND_CL_MUTABLE_COMMAND: return CL_INVALID_MUTABLE_COMMAND_KHR;
    case IQ_KIND_CL_SEMAPHORE: return CL_INVALID_SEMAPHORE_KHR;
    default: return CL_INVALID_VALUE;
    }
}

static int64_t answer(const struct iq_call *call, enum iq_answer answer, int arg)
{
    if ((int)answer < 0)
        return answer;
    if (answer == IQ_ANSWER_ARGUMENT || arg < 0)
        return CL_INVALID_VALUE;
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->role == IQ_ROLE_WAITS && !(call->entry->flags & IQ_ENTRY_SYNC_EVENT))
        return CL_INVALID_EVENT_WAIT_LIST;
    return code_of((enum iq_kind)role->kind);
}

static bool is_argument_error(int64_t result)
{
    return result <= CL_INVALID_VALUE || result == CL_MEM_COPY_OVERLAP ||
           result == CL_IMAGE_FORMAT_MISMATCH || result == CL_MISALIGNED_SUB_BUFFER_OFFSET;
}
static bool is_handle_error(int64_t result) { return result <= CL_INVALID_VALUE; }
static bool is_memory_error(int64_t result)
{
    return result == CL_MEM_OBJECT_ALLOCATION_FAILURE || result == CL_OUT_OF_RESOURCES ||
           result == CL_OUT_OF_HOST_MEMORY;
}
static bool is_expected(const struct iq_call *call)
{
    return call->result == CL_DEVICE_NOT_FOUND || call->result == CL_PLATFORM_NOT_FOUND_KHR;
}

/* ---- faults on demand ---- */

static bool makes(const struct iq_entry *entry, enum iq_role role, enum iq_kind first,
                  enum iq_kind last)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == role && entry->args[i].kind >= first &&
            entry->args[i].kind <= last)
            return true;
    return false;
}

static int64_t likely(const struct iq_entry *entry)
{
    if (makes(entry, IQ_ROLE_OUTLIST, IQ_KIND_CL_PLATFORM, IQ_KIND_CL_PLATFORM))
        return CL_PLATFORM_NOT_FOUND_KHR;
    if (makes(entry, IQ_ROLE_OUTLIST, IQ_KIND_CL_DEVICE, IQ_KIND_CL_DEVICE))
        return CL_DEVICE_NOT_FOUND;
    switch (entry->operation) {
    case IQ_OP_BUILD_PROGRAM: return CL_BUILD_PROGRAM_FAILURE;
    case IQ_OP_COMPILE_PROGRAM: return CL_COMPILE_PROGRAM_FAILURE;
    case IQ_OP_LINK_PROGRAM: return CL_LINK_PROGRAM_FAILURE;
    default: break;
    }
    if (makes(entry, IQ_ROLE_NEW, IQ_KIND_CL_MEM, IQ_KIND_CL_PIPE))
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return iq_plan_is_command(entry) ? CL_OUT_OF_RESOURCES : CL_OUT_OF_HOST_MEMORY;
}

static void add_bytes(void *user, const struct iq_handle *handle)
{
    uint64_t *bytes = user;
    const struct iq_memobj *memory = iq_memobj_of(handle);
    if (memory && !iq_handle_is_dead(handle) && !memory->is_part && !memory->host_ptr)
        *bytes += memory->size;
}

static uint64_t live_bytes(void)
{
    uint64_t bytes, count;
    iq_range_totals(&bytes, &count);
    iq_handle_visit(add_bytes, &bytes);
    return bytes;
}

/* ---- plans ---- */

/* Of an argument; -1: none. */
static uint32_t bit_of(int arg) { return arg < 0 ? 0 : 1u << arg; }

/* The one argument of a command of OpenCL that is memory of the host without gaps; -1: none, or it
 * is not that simple. */
static int8_t host_of(const struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t access = plan->access & ~bit_of(plan->pattern);
    int arg = access ? __builtin_ctz(access) : -1;
    bool simple = access && !(access & (access - 1)) && arg < IQ_PLAN_ACCESSES &&
                  plan->bytes[arg] >= 0 && !entry->args[arg].region &&
                  entry->args[arg].space == IQ_SPACE_HOST;
    return (int8_t)(simple ? arg : -1);
}

/* A command whose arguments are objects and numbers, sizes of a launch, a pattern or memory of the
 * host, and that is all? */
static bool is_cacheable_command(const struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t known = plan->addresses | bit_of(plan->pattern) | bit_of(plan->waits) |
                     bit_of(plan->made_event) | bit_of(plan->host);
    uint32_t steps = IQ_STEP_SPECIAL | IQ_STEP_MEMBERS | IQ_STEP_RELEASES | IQ_STEP_WAIT;
    for (int i = 0; i < entry->arg_count; i++)
        if (strchr(entry->args[i].type, '*') && !(known >> i & 1))
            return false;
    return iq_plan_is_command(entry) && plan->queue >= 0 &&
           (plan->blocking < 0 || plan->host >= 0) && entry->effects &&
           entry->arg_count >= IQ_CACHED_COMMAND_KEYS && entry->arg_count <= IQ_CALL_ARGS &&
           !(plan->steps & steps) && !(plan->ends | plan->owners | plan->arrays | plan->outlists);
}

static uint32_t steps_before(struct iq_plan *plan, const struct iq_entry *entry)
{
    (void)entry;
    return plan->ends & plan->memory ? IQ_STEP_RELEASES : 0;
}

static uint32_t steps_after(struct iq_plan *plan, const struct iq_entry *entry)
{
    plan->host = host_of(plan, entry);
    return is_cacheable_command(plan, entry) ? IQ_STEP_CACHED : 0;
}

/* ---- the guest's life ---- */

bool iq_cl_deep;

static void collect(void)
{
    iq_cl_port.ran_kernels();
    iq_cl_port.are_over();
}
static void start(const struct iq_config *config) { iq_cl_deep = config->deep_log != NULL; }
static void block_reused(struct iq_thread *thread)
{
    iq_command_cache_inherit(thread->cached_commands);
}

/* ---- before a call is forwarded ---- */

static bool resume(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_cached_command *cached =
        iq_command_cache_find(thread, call->entry, call->args, call->site);
    if (!cached)
        return false;
    memcpy(call->found, cached->found, sizeof call->found);
    call->cached_command = cached;
    call->stack = cached->stack;
    return true;
}

static bool may_wait(const struct iq_call *call)
{
    return call->plan->steps & IQ_STEP_WAIT ||
           (call->plan->blocking >= 0 && call->args[call->plan->blocking]);
}

static void check_regions(struct iq_call *call)
{
    for (uint32_t left = call->plan->objects; left; left &= left - 1)
        iq_cl_box_send(call, __builtin_ctz(left));
    for (uint32_t left = call->plan->access; left; left &= left - 1)
        iq_cl_box_send_host(call, __builtin_ctz(left));
}

static bool is_lacking(int64_t result)
{
    switch (result) {
    case CL_PLATFORM_NOT_FOUND_KHR:
    case CL_DEVICE_NOT_FOUND:
    case CL_COMPILER_NOT_AVAILABLE:
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_PROFILING_INFO_NOT_AVAILABLE:
    case CL_IMAGE_FORMAT_NOT_SUPPORTED:
    case CL_DEVICE_PARTITION_FAILED:
    case CL_INVALID_QUEUE_PROPERTIES:
    case CL_INVALID_IMAGE_SIZE:
    case CL_INVALID_BINARY:
    case CL_INVALID_BUILD_OPTIONS:
    case CL_INVALID_BUFFER_SIZE:
    case CL_INVALID_COMPILER_OPTIONS:
    case CL_INVALID_DEVICE_PARTITION_COUNT: return true;
    default: return false;
    }
}

static enum iq_cached cached(struct iq_thread *thread, struct iq_call *call)
{
    return iq_command_cache_fill(thread, call) ? IQ_CACHED_LOOKED_AT : IQ_CACHED_NOT;
}

const struct iq_api iq_api_opencl = {
    .name = "opencl",
    .statuses = statuses,
    .status_count = sizeof statuses / sizeof *statuses,
    .has_negative_errors = true,
    .counts_owners = true,
    .nests_itself = true,
    .has_driver_threads = true,
    .refuses_null = true,
    .is_hard_on_frames = true,
    .answer = answer,
    .is_argument_error = is_argument_error,
    .is_handle_error = is_handle_error,
    .is_lacking = is_lacking,
    .is_memory_error = is_memory_error,
    .is_expected = is_expected,
    .likely = likely,
    .live_bytes = live_bytes,
    .steps_before = steps_before,
    .steps_after = steps_after,
    .start = start,
    .block_reused = block_reused,
    .collect = collect,
    .resume = resume,
    .in_turn = iq_cl_enqueue_in_turn,
    .cached = cached,
    .may_wait = may_wait,
    .waits_for = iq_cl_event_waits_for,
    .check_regions = check_regions,
    .is_reused = iq_cl_is_reused,
    .region_bytes = iq_cl_box_host_bytes,
};
