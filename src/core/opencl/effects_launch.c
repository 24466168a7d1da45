/* A kernel that is enqueued: its geometry as events for the rules. */
#include <string.h>

#include "core/opencl/enqueue.h"
#include "core/opencl/kernels.h"
#include "core/opencl/launches.h"
#include "core/opencl/objects.h"
#include "core/peek.h"
#include "core/plan.h"
#include "core/rule.h"

void iq_fx_cl_launch(struct iq_call *call, int phase);

static bool read_sizes(const struct iq_call *call, int arg, uint32_t count, uint64_t sizes[3])
{
    uint64_t address = arg < 0 ? 0 : call->args[arg];
    return address && count >= 1 && count <= 3 && iq_peek(sizes, (uintptr_t)address, count * sizeof *sizes, false);
}

bool iq_cl_launch_is_empty(const struct iq_call *call)
{
    uint64_t sizes[3] = { 1, 1, 1 };
    const struct iq_plan *plan = call->plan;
    if (plan->work_size < 0)
        return false;
    return !call->args[plan->work_size] ||
           (read_sizes(call, plan->work_size, (uint32_t)call->args[plan->work_dim], sizes) && !(sizes[0] && sizes[1] && sizes[2]));
}

bool iq_cl_launch_is_at_start(const struct iq_call *call)
{
    uint64_t offsets[3] = { 0, 0, 0 };
    const struct iq_plan *plan = call->plan;
    return plan->work_offset < 0 || !call->args[plan->work_offset] ||
           (read_sizes(call, plan->work_offset, (uint32_t)call->args[plan->work_dim], offsets) && !(offsets[0] || offsets[1] || offsets[2]));
}

static void check(struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    struct iq_cl_range range = { .kernel = iq_cl_object(call, plan->kernel), .queue = iq_cl_object(call, plan->queue), .dimensions = 1 };
    if (!range.kernel)
        return;
    range.details = iq_cl_kernel_of(range.kernel);
    range.device = range.queue ? iq_cl_device_for(range.queue) : NULL;
    for (int i = 0; i < 3; i++)
        range.global[i] = range.local[i] = 1;
    if (plan->work_dim >= 0) {
        range.dimensions = (uint32_t)call->args[plan->work_dim];
        range.has_offset = read_sizes(call, plan->work_offset, range.dimensions, range.offset);
        range.has_global = read_sizes(call, plan->work_size, range.dimensions, range.global);
        range.has_local = read_sizes(call, plan->group_size, range.dimensions, range.local);
    }
    struct iq_event event = { .kind = IQ_EVENT_RANGE, .phase = IQ_PHASE_BEFORE, .call = call, .arg = -1, .handle = range.kernel, .range = &range };
    iq_rule_dispatch(&event);
}

static uint64_t items_of(const struct iq_call *call)
{
    uint64_t sizes[3] = { 1, 1, 1 };
    const struct iq_plan *plan = call->plan;
    if (plan->work_size >= 0 && !read_sizes(call, plan->work_size, (uint32_t)call->args[plan->work_dim], sizes))
        return 0;
    return sizes[0] * sizes[1] * sizes[2];
}

void iq_fx_cl_launch(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check(call);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_cl_launch_begin(call, items_of(call));
    if (phase == IQ_EFFECTS_AFTER && call->result)
        iq_cl_launch_failed(call);
    iq_cl_enqueue(call, phase);
}
