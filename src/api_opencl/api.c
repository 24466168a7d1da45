/* OpenCL as a call's way sees it. */
#include <string.h>

#include "api_opencl/again.h"
#include "api_opencl/deep.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/objects.h"
#include "api_opencl/part.h"
#include "api_opencl/shared.h"
#include "call/api.h"
#include "call/core.h"

/* ---- codes ---- */

static const struct iq_status statuses[] = {
#define ERROR(code, name, text) { code, #name },
#include "opencl/errors.def"
    { 1, "NULL" },          /* a call without status that returned no pointer */
};

enum { DEVICE_NOT_FOUND = -1, PLATFORM_NOT_FOUND = -1001, INVALID_VALUE = -30, INVALID_WAIT_LIST = -57 };

/* There is one code per kind of handle. */
static int64_t code_of(enum iq_kind kind)
{
    switch (kind) {
    case IQ_KIND_CL_PLATFORM: return -32;
    case IQ_KIND_CL_DEVICE: return -33;
    case IQ_KIND_CL_CONTEXT: return -34;
    case IQ_KIND_CL_QUEUE: return -36;
    case IQ_KIND_CL_MEM: case IQ_KIND_CL_BUFFER: case IQ_KIND_CL_IMAGE: case IQ_KIND_CL_PIPE: return -38;
    case IQ_KIND_CL_SAMPLER: return -41;
    case IQ_KIND_CL_PROGRAM: return -44;
    case IQ_KIND_CL_KERNEL: return -48;
    case IQ_KIND_CL_EVENT: return -58;
    case IQ_KIND_CL_COMMAND_BUFFER: return -1138;
    case IQ_KIND_CL_MUTABLE_COMMAND: return -1141;
    case IQ_KIND_CL_SEMAPHORE: return -1142;
    default: return INVALID_VALUE;
    }
}

static int64_t answer(const struct iq_call *call, enum iq_answer answer, int arg)
{
    if ((int)answer < 0)
        return answer;
    if (answer == IQ_ANSWER_ARGUMENT || arg < 0)
        return INVALID_VALUE;
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->role == IQ_ROLE_WAITS && !(call->entry->flags & IQ_ENTRY_SYNC_EVENT))
        return INVALID_WAIT_LIST;
    return code_of((enum iq_kind)role->kind);
}

static bool is_argument_error(int64_t result) { return result <= INVALID_VALUE || result == -8 || result == -9 || result == -13; }
static bool is_handle_error(int64_t result) { return result <= INVALID_VALUE; }
static bool is_memory_error(int64_t result) { return result == -4 || result == -5 || result == -6; }
static bool is_expected(const struct iq_call *call) { return call->result == DEVICE_NOT_FOUND || call->result == PLATFORM_NOT_FOUND; }

/* ---- plans ---- */

/* Of an argument; -1: none. */
static uint32_t bit_of(int arg) { return arg < 0 ? 0 : 1u << arg; }

/* The one argument of a command of OpenCL that is memory of the host without gaps; -1: none, or it is not that simple. */
static int8_t host_of(const struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t access = plan->access & ~bit_of(plan->pattern);
    int arg = access ? __builtin_ctz(access) : -1;
    bool simple = access && !(access & (access - 1)) && arg < IQ_PLAN_ACCESSES && plan->bytes[arg] >= 0 && !entry->args[arg].region && entry->args[arg].space == IQ_SPACE_HOST;
    return (int8_t)(simple ? arg : -1);
}

/* A command whose arguments are objects and numbers, sizes of a launch, a pattern or memory of the host, and that is all? */
static bool repeats_command(const struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t known = plan->addresses | bit_of(plan->pattern) | bit_of(plan->waits) | bit_of(plan->made_event) | bit_of(plan->host);
    uint32_t steps = IQ_STEP_SPECIAL | IQ_STEP_MEMBERS | IQ_STEP_RELEASES | IQ_STEP_WAIT;
    for (int i = 0; i < entry->arg_count; i++)
        if (strchr(entry->args[i].type, '*') && !(known >> i & 1))
            return false;
    return iq_plan_is_command(entry) && plan->queue >= 0 && (plan->blocking < 0 || plan->host >= 0) && entry->effects &&
           entry->arg_count >= IQ_CL_AGAIN_KEYS && entry->arg_count <= IQ_CALL_ARGS && !(plan->steps & steps) && !(plan->ends | plan->owners | plan->arrays | plan->outlists);
}

static uint32_t steps_before(struct iq_plan *plan, const struct iq_entry *entry)
{
    (void)entry;
    return plan->ends & plan->memory ? IQ_STEP_RELEASES : 0;
}

static uint32_t steps_after(struct iq_plan *plan, const struct iq_entry *entry)
{
    plan->host = host_of(plan, entry);
    return repeats_command(plan, entry) ? IQ_STEP_REPEATS : 0;
}

/* ---- the guest's life ---- */

static void start(const struct iq_config *config) { iq_cl_deep = config->deep_log != NULL; }
static void block_reused(struct iq_thread *thread) { iq_cl_again_of_another(thread->agains); }

/* ---- before a call is forwarded ---- */

static bool resume(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_cl_again *again = iq_cl_again_find(thread, call->entry, call->args, call->site);
    if (!again)
        return false;
    memcpy(call->found, again->found, sizeof call->found);
    call->again = again;
    call->stack = again->stack;
    return true;
}

static bool may_wait(const struct iq_call *call)
{
    return call->plan->steps & IQ_STEP_WAIT || (call->plan->blocking >= 0 && call->args[call->plan->blocking]);
}

static void check_regions(struct iq_call *call)
{
    for (uint32_t left = call->plan->objects; left; left &= left - 1)
        iq_part_check(call, __builtin_ctz(left));
    for (uint32_t left = call->plan->access; left; left &= left - 1)
        iq_part_check_host(call, __builtin_ctz(left));
}

const struct iq_api iq_api_opencl = {
    .name = "opencl", .statuses = statuses, .status_count = sizeof statuses / sizeof *statuses,
    .has_negative_errors = true, .counts_owners = true, .nests_itself = true, .has_driver_threads = true, .refuses_null = true, .is_hard_on_frames = true,
    .answer = answer, .is_argument_error = is_argument_error, .is_handle_error = is_handle_error, .is_memory_error = is_memory_error, .is_expected = is_expected,
    .steps_before = steps_before, .steps_after = steps_after, .start = start, .block_reused = block_reused, .collect = iq_cl_deep_look,
    .resume = resume, .in_turn = iq_cl_enqueue_in_turn, .is_again = iq_cl_again_is, .may_wait = may_wait, .waits_for = iq_cl_event_waits_for,
    .check_regions = check_regions, .is_reused = iq_cl_is_reused, .region_bytes = iq_part_host_bytes,
};
