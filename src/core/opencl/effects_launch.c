/* A kernel that is enqueued: its geometry as events for the rules. */
#include <limits.h>
#include <string.h>

#include "base/hot.h"
#include "core/opencl/enqueue.h"
#include "core/opencl/kernels.h"
#include "core/opencl/launches.h"
#include "core/opencl/objects.h"
#include "core/peek.h"
#include "core/plan.h"
#include "core/rule.h"

void iq_fx_cl_launch(struct iq_call *call, int phase);

enum { OFFSET = 1, GLOBAL = 2, LOCAL = 4, PRESENT = 8 };     /* readable; PRESENT: the global size is not NULL */

/* The calling thread's launch: its sizes are read once. */
struct shape {
    uint64_t number;                        /* of the call */
    const struct iq_call *call;
    uint32_t dimensions, given;
    uint64_t sizes[3][3];                   /* of each dimension offset, global and local size */
    bool empty, at_start;
    uint64_t items;                         /* 0 unknown */
};
static __thread struct shape last __attribute__((tls_model("initial-exec")));

static bool read_sizes(const struct iq_call *call, int arg, struct shape *shape, int which)
{
    uintptr_t address = arg < 0 ? 0 : (uintptr_t)call->args[arg];
    if (!address || shape->dimensions - 1 > 2)
        return false;
    for (uint32_t i = 0; i < shape->dimensions; i++)
        if (!iq_peek_word(&shape->sizes[i][which], address + i * sizeof(uint64_t)))
            return false;
    return true;
}

static void read_shape(const struct iq_call *call, struct shape *shape)
{
    const struct iq_plan *plan = call->plan;
    bool present = call->args[plan->work_size], offset = plan->work_offset >= 0 && call->args[plan->work_offset];
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

static const struct shape *shape_of(const struct iq_call *call)
{
    struct shape *shape = &last;
    if (shape->number == call->number && shape->call == call)
        return shape;
    *shape = (struct shape){ .number = call->number, .call = call, .dimensions = 1, .at_start = true, .items = 1,
                             .sizes = { { 0, 1, 1 }, { 0, 1, 1 }, { 0, 1, 1 } } };      /* one work-item */
    if (call->plan->work_dim >= 0)
        read_shape(call, shape);
    return shape;
}

bool iq_cl_launch_is_empty(const struct iq_call *call) { return shape_of(call)->empty; }

bool iq_cl_launch_is_at_start(const struct iq_call *call) { return shape_of(call)->at_start; }

/* --- a launch that was good is so again --------------------------------------------------------------------------- */

static uint32_t words_of(const struct iq_call *call, const struct shape *shape, uint64_t words[IQ_CL_LAUNCH_WORDS])
{
    uint32_t count = shape->dimensions < 3 ? shape->dimensions : 3;
    words[0] = shape->dimensions | (uint64_t)shape->given << 32;
    words[1] = call->args[call->plan->queue];
    memcpy(words + IQ_CL_LAUNCH_HEAD, shape->sizes, count * sizeof *shape->sizes);
    return IQ_CL_LAUNCH_HEAD + 3 * count;
}

/* Has the kernel been launched like this, with these arguments, and had the rules nothing to say?  And nothing has changed since. */
static bool was_good(struct iq_cl_kernel *kernel, const uint64_t *words, uint32_t count)
{
    if (__atomic_load_n(&kernel->good_since, __ATOMIC_ACQUIRE) != iq_cl_changes())
        return false;
    uint64_t differ = 0;
    for (uint32_t i = 0; i < count; i++)
        differ |= __atomic_load_n(&kernel->good[i], __ATOMIC_RELAXED) ^ words[i];
    return !differ;
}

/* Do the rules look at nothing but objects that it can be seen to change?  Memory of the program, and shared memory, may be freed unseen. */
static bool is_steady(const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        if (!arg->set || arg->by_address || arg->kind == IQ_CL_ARG_UNKNOWN || arg->kind == IQ_CL_ARG_PIPE)
            return false;
        if (arg->kind == IQ_CL_ARG_VALUE || arg->kind == IQ_CL_ARG_LOCAL || !arg->value)
            continue;
        const struct iq_handle *handle = iq_handle_find(arg->kind == IQ_CL_ARG_SAMPLER ? IQ_KIND_CL_SAMPLER : IQ_KIND_CL_MEM, arg->value);
        const struct iq_memobj *memory = iq_memobj_of(handle);
        if (!handle || iq_handle_is_dead(handle) || (arg->kind != IQ_CL_ARG_SAMPLER && (!memory || memory->host_ptr)))
            return false;
    }
    return kernel->known;
}

static void remember(struct iq_cl_kernel *kernel, const uint64_t *words, uint32_t count, uint64_t changes)
{
    __atomic_store_n(&kernel->good_since, 0, __ATOMIC_RELEASE);
    for (uint32_t i = 0; i < count; i++)
        __atomic_store_n(&kernel->good[i], words[i], __ATOMIC_RELAXED);
    __atomic_store_n(&kernel->good_since, changes, __ATOMIC_RELEASE);
}

/* --- events ------------------------------------------------------------------------------------------------------- */

IQ_COLD static void tell(struct iq_call *call, const struct shape *shape, struct iq_handle *kernel)
{
    struct iq_cl_range range = { .kernel = kernel, .queue = iq_cl_object(call, call->plan->queue), .details = iq_cl_kernel_of(kernel),
                                 .dimensions = shape->dimensions, .has_offset = shape->given & OFFSET, .has_global = shape->given & GLOBAL,
                                 .has_local = shape->given & LOCAL };
    range.device = range.queue ? iq_cl_device_for(range.queue) : NULL;
    for (int i = 0; i < 3; i++) {
        range.offset[i] = shape->sizes[i][0];
        range.global[i] = shape->sizes[i][1];
        range.local[i] = shape->sizes[i][2];
    }
    struct iq_event event = { .kind = IQ_EVENT_RANGE, .phase = IQ_PHASE_BEFORE, .call = call, .arg = -1, .handle = kernel, .range = &range };
    iq_rule_dispatch(&event);
}

static void check(struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    const struct shape *shape = shape_of(call);
    struct iq_handle *handle = iq_cl_object(call, plan->kernel);
    struct iq_cl_kernel *kernel = iq_cl_kernel_of(handle);
    uint64_t words[IQ_CL_LAUNCH_WORDS], changes = iq_cl_changes();
    uint32_t count = kernel && plan->queue >= 0 ? words_of(call, shape, words) : 0;
    if (!handle || (count && was_good(kernel, words, count)))
        return;
    tell(call, shape, handle);
    if (count && !iq_suspected(INT_MIN) && is_steady(kernel))
        remember(kernel, words, count, changes);
}

void iq_fx_cl_launch(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check(call);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_cl_launch_begin(call, shape_of(call)->items);
    if (phase == IQ_EFFECTS_AFTER && call->result)
        iq_cl_launch_failed(call);
    iq_cl_enqueue(call, phase);
}
