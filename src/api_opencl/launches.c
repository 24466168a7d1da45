#include "api_opencl/launches.h"

#include "base/hot.h"
#include "base/numbered.h"
#include "call/core.h"
#include "call/plan.h"
#include "order/clock.h"

uint32_t iq_cl_changed;

/* A thread has a ring to itself, so that launches do without locked instructions; threads that find
 * none left share the last one. */
/* owner, next: atomic */
static struct ring {
    uint32_t owner, next;
    struct iq_cl_launch launches[IQ_CL_LAUNCHES];
} rings[IQ_CL_LAUNCH_RINGS];
static __thread struct ring *own __attribute__((tls_model("initial-exec")));
static __thread struct iq_cl_launch *mine __attribute__((tls_model("initial-exec")));

static struct ring *claim(void)
{
    uint32_t thread = iq_thread_block ? iq_thread_block->number : 0, nobody = 0;
    for (uint32_t i = 0; thread && i < IQ_CL_LAUNCH_RINGS - 1; i++, nobody = 0)
        if (__atomic_compare_exchange_n(&rings[i].owner, &nobody, thread, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return &rings[i];
    return &rings[IQ_CL_LAUNCH_RINGS - 1];
}

static struct iq_cl_launch *take(void)
{
    struct ring *ring = own ? own : (own = claim());
    uint32_t at = __atomic_load_n(&ring->next, __ATOMIC_RELAXED);
    if (ring == &rings[IQ_CL_LAUNCH_RINGS - 1])
        at = __atomic_fetch_add(&ring->next, 1, __ATOMIC_RELAXED);
    else
        __atomic_store_n(&ring->next, at + 1, __ATOMIC_RELEASE);
    return &ring->launches[at % IQ_CL_LAUNCHES];
}

void iq_cl_launch_begin(struct iq_call *call, uint64_t items)
{
    struct iq_handle *handle = iq_cl_object(call, call->plan->kernel);
    const struct iq_cl_kernel *kernel = iq_cl_kernel_of(handle);
    mine = NULL;
    if (!kernel)
        return;
    struct iq_cl_launch *launch = take();
    iq_numbered_open(&launch->number);
    launch->handle = handle;
    launch->generation = handle->generation;
    launch->name = handle->name;
    launch->ref = iq_call_ref_of(call);
    launch->items = items;
    launch->followed = false;
    launch->count = kernel->known ? kernel->arg_count < IQ_CL_LAUNCH_ARGS ? kernel->arg_count
                                                                          : IQ_CL_LAUNCH_ARGS
                                  : 0;
    for (uint32_t i = 0; i < launch->count; i++)
        launch->values[i] = kernel->args[i].value;
    iq_numbered_close(&launch->number, call->number);
    mine = launch;
}

static struct iq_cl_launch *of(const struct iq_call *call)
{
    return mine && mine->number == call->number ? mine : NULL;
}

void iq_cl_launch_enqueued(const struct iq_call *call, struct iq_point work)
{
    struct iq_cl_launch *launch = of(call);
    if (!launch)
        return;
    launch->work = work;
    __atomic_store_n(&launch->followed, true, __ATOMIC_RELEASE);
}

void iq_cl_launch_failed(const struct iq_call *call)
{
    struct iq_cl_launch *launch = of(call);
    if (launch)
        iq_numbered_close(&launch->number, 0);
}

/* The youngest launch of [ring] that is not void, [*back] or more before its last one; NULL: there
 * are no more. */
static const struct iq_cl_launch *look_back(const struct ring *ring, uint32_t *back)
{
    uint32_t next = __atomic_load_n(&ring->next, __ATOMIC_ACQUIRE);
    for (; *back < IQ_CL_LAUNCHES && *back < next; ++*back) {
        const struct iq_cl_launch *launch = &ring->launches[(next - 1 - *back) % IQ_CL_LAUNCHES];
        if (iq_numbered_now(&launch->number))
            return launch;
    }
    return NULL;
}

const struct iq_cl_launch *iq_cl_launch_get(uint32_t n)
{
    uint32_t back[IQ_CL_LAUNCH_RINGS] = { 0 };
    for (;; n--) {
        const struct iq_cl_launch *best = NULL;
        uint32_t from = 0;
        for (uint32_t i = 0; i < IQ_CL_LAUNCH_RINGS; i++) {
            const struct iq_cl_launch *launch = look_back(&rings[i], &back[i]);
            if (launch && (!best || launch->number > best->number)) {
                best = launch;
                from = i;
            }
        }
        if (!best || !n)
            return best;
        back[from]++;
    }
}

bool iq_cl_launch_is_pending(const struct iq_cl_launch *launch)
{
    return !__atomic_load_n(&launch->followed, __ATOMIC_ACQUIRE) ||
           !iq_point_is_complete(launch->work);
}

const struct iq_cl_arg *iq_cl_launch_arg(const struct iq_cl_launch *launch, uint32_t index)
{
    const struct iq_cl_kernel *kernel =
        launch->handle->generation == launch->generation ? iq_cl_kernel_of(launch->handle) : NULL;
    return kernel && index < kernel->arg_count && index < launch->count ? &kernel->args[index]
                                                                        : NULL;
}

const struct iq_handle *iq_cl_launch_object(const struct iq_cl_launch *launch, uint32_t index)
{
    const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, index);
    bool is = arg && arg->kind == IQ_CL_ARG_MEMORY && !arg->by_address && launch->values[index];
    return is ? iq_handle_find(IQ_KIND_CL_BUFFER, launch->values[index]) : NULL;
}
