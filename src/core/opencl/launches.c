#include "core/opencl/launches.h"

#include "core/clock.h"
#include "core/core.h"
#include "core/plan.h"

static struct iq_cl_launch ring[IQ_CL_LAUNCHES];
static uint32_t next;               /* atomic */
static __thread struct iq_cl_launch *mine __attribute__((tls_model("initial-exec")));

void iq_cl_launch_begin(struct iq_call *call, uint64_t items)
{
    struct iq_handle *handle = iq_cl_object(call, call->plan->kernel);
    const struct iq_cl_kernel *kernel = iq_cl_kernel_of(handle);
    mine = NULL;
    if (!kernel)
        return;
    struct iq_cl_launch *launch = &ring[__atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) % IQ_CL_LAUNCHES];
    __atomic_store_n(&launch->number, 0, __ATOMIC_RELEASE);
    launch->handle = handle;
    launch->generation = handle->generation;
    launch->name = handle->name;
    launch->mark = iq_call_mark(call);
    launch->items = items;
    launch->followed = false;
    launch->count = kernel->known ? kernel->arg_count < IQ_CL_LAUNCH_ARGS ? kernel->arg_count : IQ_CL_LAUNCH_ARGS : 0;
    for (uint32_t i = 0; i < launch->count; i++)
        launch->values[i] = kernel->args[i].value;
    __atomic_store_n(&launch->number, call->number, __ATOMIC_RELEASE);
    mine = launch;
}

static struct iq_cl_launch *of(const struct iq_call *call) { return mine && mine->number == call->number ? mine : NULL; }

void iq_cl_launch_enqueued(const struct iq_call *call, uint32_t slot, uint64_t tick)
{
    struct iq_cl_launch *launch = of(call);
    if (!launch)
        return;
    launch->slot = slot;
    launch->tick = tick;
    __atomic_store_n(&launch->followed, true, __ATOMIC_RELEASE);
}

void iq_cl_launch_failed(const struct iq_call *call)
{
    struct iq_cl_launch *launch = of(call);
    if (launch)
        __atomic_store_n(&launch->number, 0, __ATOMIC_RELEASE);
}

const struct iq_cl_launch *iq_cl_launch_get(uint32_t n)
{
    uint32_t made = __atomic_load_n(&next, __ATOMIC_RELAXED);
    const struct iq_cl_launch *launch = n < IQ_CL_LAUNCHES && n < made ? &ring[(made - 1 - n) % IQ_CL_LAUNCHES] : NULL;
    return launch && __atomic_load_n(&launch->number, __ATOMIC_ACQUIRE) ? launch : NULL;
}

bool iq_cl_launch_is_pending(const struct iq_cl_launch *launch)
{
    return !__atomic_load_n(&launch->followed, __ATOMIC_ACQUIRE) || !iq_clock_is_done(launch->slot, launch->tick);
}

const struct iq_cl_arg *iq_cl_launch_arg(const struct iq_cl_launch *launch, uint32_t index)
{
    const struct iq_cl_kernel *kernel = launch->handle->generation == launch->generation ? iq_cl_kernel_of(launch->handle) : NULL;
    return kernel && index < kernel->arg_count && index < launch->count ? &kernel->args[index] : NULL;
}

const struct iq_handle *iq_cl_launch_object(const struct iq_cl_launch *launch, uint32_t index)
{
    const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, index);
    bool is = arg && arg->kind == IQ_CL_ARG_MEMORY && !arg->by_address && launch->values[index];
    return is ? iq_handle_find(IQ_KIND_CL_BUFFER, launch->values[index]) : NULL;
}
