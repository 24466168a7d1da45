#include "api_cuda/launch_cache.h"

#include "api_cuda/arguments.h"
#include "api_cuda/flow_work.h"
#include "api_cuda/kernels.h"
#include "base/hot.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/thread.h"
#include "model/handle.h"
#include "process/peek.h"

enum { CACHED_LAUNCHES = 16, MOST_PARAMS = 16 };

bool iq_launch_cache_takes(const struct iq_plan *plan, const struct iq_entry *entry)
{
    const uint32_t before = IQ_STEP_WAIT - 1,
                   plain = IQ_STEP_SPECIAL | IQ_STEP_LOOK | IQ_STEP_OTHERS | IQ_STEP_LAUNCH;
    return plan->steps & IQ_STEP_SETTLES && plan->steps & IQ_STEP_LAUNCH &&
           !(plan->steps & before & ~plain) && plan->flow == IQ_FLOW_WORK && plan->func >= 0 &&
           plan->func < 8 && plan->args >= 0 && plan->stream >= 0 && plan->config < 0 &&
           plan->grid >= 0 && plan->block >= 0 && plan->shared >= 0 &&
           (plan->dim3 ||
            (plan->grid + 3 <= entry->arg_count && plan->block + 3 <= entry->arg_count)) &&
           !entry->shape;
}

IQ_COLD static bool make_cache(struct iq_thread *thread)
{
    thread->cached_launches = iq_core_alloc(CACHED_LAUNCHES * sizeof *thread->cached_launches);
    return thread->cached_launches;
}

static inline bool is_current(const struct iq_cached_launch *cached, const struct iq_thread *thread)
{
    return cached->deaths == __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE) &&
           cached->kernels == __atomic_load_n(&iq_kernel_changes, __ATOMIC_ACQUIRE) &&
           cached->context == thread->current;
}

static void keep_words(struct iq_cached_launch *cached, const struct iq_thread *thread,
                       uint64_t version)
{
    cached->ranges = version;
    cached->epoch = 0;
    for (int i = 0; i < cached->kernel->word_count; i++) {
        cached->words[i] = thread->words[i];
        cached->memory[i] = thread->word_memory[i];
    }
    iq_flow_words(thread, &cached->leads);
}

/* Reads the words of the arguments at [params]; false: there is something to say about one of them.
 * Those that are other ones than the last time have mostly been looked at for another launch. */
static inline bool read_words(struct iq_cached_launch *cached, struct iq_thread *thread,
                              uint64_t params)
{
    const struct iq_kernel *kernel = cached->kernel;
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    uintptr_t at[MOST_PARAMS], from[IQ_LATER_WORDS], least = UINTPTR_MAX;
    int count = kernel->word_count;
    bool changed = cached->ranges != version;
    if (!iq_peek_row(at, params, kernel->param_count))
        return false;
    for (int i = 0; i < kernel->param_count; i++)
        least = at[i] < least ? at[i] : least;
    for (int i = 0; i < count; i++)
        from[i] = at[kernel->words[i].param] + kernel->words[i].offset;
    if (least < IQ_LOWEST_ADDRESS || !iq_peek_gather(thread->words, from, (size_t)count))
        return false;
    thread->kernel = kernel;
    for (int i = 0; i < count; i++) {
        if (__builtin_expect(thread->words[i] == cached->words[i] && cached->ranges == version,
                             1)) {
            thread->word_memory[i] = cached->memory[i];
            continue;
        }
        changed = true;
        if (!iq_arguments_is_settled(thread, thread->words[i], version, &thread->word_memory[i]))
            return false;
    }
    if (changed)
        keep_words(cached, thread, version);
    return true;
}

IQ_FAST bool iq_launch_cache_find(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    const uint64_t *args = call->args;
    uint64_t function = args[plan->func], stream = args[plan->stream],
             key = (function + stream * 3) * 0x9e3779b97f4a7c15u | 1;
    if (__builtin_expect(!thread->cached_launches, 0) && !make_cache(thread))
        return false;
    struct iq_cached_launch *cached = &thread->cached_launches[key >> 60];
    _Static_assert(CACHED_LAUNCHES == 1 << (64 - 60), "the upper bits choose");
    bool known = cached->key == key;
    cached->key = key;
    if (!known || (plan->extra >= 0 && args[plan->extra]))
        return false;
    call->cached_launch = cached;
    if (cached->entry != call->entry || cached->function != function || cached->stream != stream ||
        !is_current(cached, thread)) {
        cached->entry = NULL;
        return false;
    }
    const struct iq_kernel *kernel = cached->kernel;
    if (kernel && kernel->param_count && !read_words(cached, thread, args[plan->args]))
        return false;
    thread->kernel = kernel;
    thread->outside = 0;
    thread->launching = function;
    if (plan->stream < 8)
        call->found[plan->stream] = cached->handle;
    call->found[plan->func] = cached->kernel_handle;
    return true;
}

/* Is all that the kernel gets known, and known to be good as long as memory neither comes nor
 * goes? */
static bool are_words_known(const struct iq_thread *thread, const struct iq_cached_launch *cached)
{
    const struct iq_kernel *kernel = cached->kernel;
    uint8_t memory;
    if (!kernel || !kernel->param_count)
        return true;
    if (thread->kernel != kernel || kernel->param_count > MOST_PARAMS ||
        kernel->word_count > IQ_LATER_WORDS)
        return false;
    for (int i = 0; i < kernel->word_count; i++)
        if (iq_image_word_is_offset(&kernel->words[i]) ||
            !iq_arguments_is_settled(thread, thread->words[i], cached->ranges, &memory))
            return false;
    return true;
}

void iq_launch_cache_add(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    struct iq_cached_launch *cached = call->cached_launch;
    struct iq_handle *kernel_handle = call->found[plan->func];
    uint64_t stream = call->args[plan->stream];
    cached->entry = NULL;
    cached->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    cached->kernels = __atomic_load_n(&iq_kernel_changes, __ATOMIC_ACQUIRE);
    cached->ranges = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    cached->context = thread->current;
    cached->handle = stream > 2 ? iq_resolved_handle(call, plan->stream, IQ_KIND_STREAM) : NULL;
    cached->kernel_handle = kernel_handle;
    cached->kernel = iq_kernel_of(call->args[plan->func], kernel_handle);
    if (thread->suspicion_count || call->unknown || call->foreseen || cached->ranges & 1 ||
        (stream > 2 && (!cached->handle || iq_handle_is_dead(cached->handle))) ||
        (!cached->kernel && !plan->func_is_handle &&
         iq_handle_find(IQ_KIND_KERNEL, call->args[plan->func])) ||
        (kernel_handle && iq_handle_is_dead(kernel_handle)) || !are_words_known(thread, cached))
        return;
    cached->function = call->args[plan->func];
    cached->stream = stream;
    if (cached->kernel && cached->kernel->param_count)
        keep_words(cached, thread, cached->ranges);
    cached->entry = call->entry;
}
