/* A kernel that is enqueued: its geometry as events for the rules. */
#include "api_opencl/command_cache.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/kernels.h"
#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "base/hot.h"
#include "call/plan.h"
#include "call/rule.h"
#include "process/peek.h"

void iq_fx_cl_launch(struct iq_call *call, int phase);

/* readable; PRESENT: the global size is not NULL */
enum { OFFSET = 1, GLOBAL = 2, LOCAL = 4, PRESENT = 8 };

/* The calling thread's launch: its sizes are read once. */
static __thread struct {
    uint64_t number;
    const struct iq_call *call;
    struct iq_cl_shape shape;
} last __attribute__((tls_model("initial-exec")));

static bool read_sizes(const struct iq_call *call, int arg, struct iq_cl_shape *shape, int which)
{
    uintptr_t address = arg < 0 ? 0 : (uintptr_t)call->args[arg];
    if (!address || shape->dimensions - 1 > 2)
        return false;
    for (uint32_t i = 0; i < shape->dimensions; i++)
        if (!iq_peek_word(&shape->sizes[i][which], address + i * sizeof(uint64_t)))
            return false;
    return true;
}

static void read_shape(const struct iq_call *call, struct iq_cl_shape *shape)
{
    const struct iq_plan *plan = call->plan;
    bool present = call->args[plan->work_size],
         offset = plan->work_offset >= 0 && call->args[plan->work_offset];
    shape->dimensions = (uint32_t)call->args[plan->work_dim];
    shape->given = present ? PRESENT : 0;
    shape->given |= read_sizes(call, plan->work_size, shape, 1) ? GLOBAL : 0;
    shape->given |= read_sizes(call, plan->group_size, shape, 2) ? LOCAL : 0;
    shape->given |= offset && read_sizes(call, plan->work_offset, shape, 0) ? OFFSET : 0;
    shape->at_start = !offset || shape->given & OFFSET;
    for (uint32_t i = 0; i < shape->dimensions && shape->given & OFFSET; i++)
        shape->at_start &= !shape->sizes[i][0];
    for (uint32_t i = 0; i < shape->dimensions && shape->given & GLOBAL; i++)
        shape->items *= shape->sizes[i][1];
    shape->empty = !present || !shape->items;
    shape->items = shape->given & GLOBAL ? shape->items : 0;
}

const struct iq_cl_shape *iq_cl_launch_shape(const struct iq_call *call)
{
    if (last.number == call->number && last.call == call)
        return &last.shape;
    last.number = call->number;
    last.call = call;
    /* one work-item */
    last.shape = (struct iq_cl_shape){ .dimensions = 1,
                                       .at_start = true,
                                       .items = 1,
                                       .sizes = { { 0, 1, 1 }, { 0, 1, 1 }, { 0, 1, 1 } } };
    if (call->plan->work_dim >= 0)
        read_shape(call, &last.shape);
    return &last.shape;
}

/* --- is it the same again?
 * ---------------------------------------------------------------------------------------- */

static inline bool are_sizes_like(const struct iq_call *call, int arg,
                                  const struct iq_cl_shape *shape, int which)
{
    uintptr_t address = arg < 0 ? 0 : (uintptr_t)call->args[arg];
    uint64_t word = 0;
    for (uint32_t i = 0; address && i < shape->dimensions; i++)
        if (!iq_peek_word(&word, address + i * sizeof word) || word != shape->sizes[i][which])
            return false;
    return true;
}

IQ_FAST bool iq_cl_launch_is_like(const struct iq_call *call, const struct iq_cl_shape *shape)
{
    const struct iq_plan *plan = call->plan;
    return are_sizes_like(call, plan->work_size, shape, 1) &&
           are_sizes_like(call, plan->group_size, shape, 2) &&
           are_sizes_like(call, plan->work_offset, shape, 0);
}

/* Memory of the program, and shared memory, may be freed unseen. */
bool iq_cl_launch_is_steady(const struct iq_call *call)
{
    const struct iq_cl_kernel *kernel = iq_cl_kernel_of(iq_cl_object(call, call->plan->kernel));
    if (!kernel || kernel->indirect)
        return false;
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        if (!arg->set || arg->by_address || arg->kind == IQ_CL_ARG_UNKNOWN ||
            arg->kind == IQ_CL_ARG_PIPE)
            return false;
        if (arg->kind == IQ_CL_ARG_VALUE || arg->kind == IQ_CL_ARG_LOCAL || !arg->value)
            continue;
        const struct iq_handle *handle = iq_handle_find(
            arg->kind == IQ_CL_ARG_SAMPLER ? IQ_KIND_CL_SAMPLER : IQ_KIND_CL_MEM, arg->value);
        const struct iq_memobj *memory = iq_memobj_of(handle);
        if (!handle || iq_handle_is_dead(handle) ||
            (arg->kind != IQ_CL_ARG_SAMPLER && (!memory || memory->host_ptr)))
            return false;
    }
    return kernel->known;
}

/* --- events
 * ------------------------------------------------------------------------------------------
 */

IQ_COLD static void tell(struct iq_call *call, const struct iq_cl_shape *shape,
                         struct iq_handle *kernel)
{
    struct iq_cl_range range = { .kernel = kernel,
                                 .queue = iq_cl_object(call, call->plan->queue),
                                 .details = iq_cl_kernel_of(kernel),
                                 .dimensions = shape->dimensions,
                                 .has_offset = shape->given & OFFSET,
                                 .has_global = shape->given & GLOBAL,
                                 .has_local = shape->given & LOCAL };
    range.device = range.queue ? iq_cl_device_for(range.queue) : NULL;
    for (int i = 0; i < 3; i++) {
        range.offset[i] = shape->sizes[i][0];
        range.global[i] = shape->sizes[i][1];
        range.local[i] = shape->sizes[i][2];
    }
    struct iq_event event = { .verb = IQ_VERB_ENQUEUE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = -1,
                              .kind = IQ_KIND_CL_KERNEL,
                              .handle = kernel,
                              .enqueue.range = &range };
    iq_rule_dispatch(&event);
}

static void check(struct iq_call *call)
{
    struct iq_handle *handle = iq_cl_object(call, call->plan->kernel);
    if (handle)
        tell(call, iq_cl_launch_shape(call), handle);
}

void iq_fx_cl_launch(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check(call);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_cl_launch_begin(call, (iq_cached_command_of(call) ? &call->cached_command->shape
                                                             : iq_cl_launch_shape(call))
                                     ->items);
    if (phase == IQ_EFFECTS_AFTER && call->result)
        iq_cl_launch_failed(call);
    iq_cl_enqueue(call, phase);
}
