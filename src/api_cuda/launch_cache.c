#include "api_cuda/launch_cache.h"

#include <stddef.h>
#include <string.h>

#include "api_cuda/arguments.h"
#include "api_cuda/flow.h"
#include "api_cuda/flow_work.h"
#include "api_cuda/kernels.h"
#include "api_cuda/launch.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/thread.h"
#include "call/walk.h"
#include "image/kernel.h"
#include "model/handle.h"
#include "order/epoch.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "process/peek.h"

enum { SETS = 16, WAYS = 4, SET_BITS = 4 };
_Static_assert(SETS == 1 << SET_BITS, "the upper bits of a key choose");
#define NEVER UINT64_MAX /* is iq_range_version */
_Static_assert((int)IQ_LATER_WORDS == (int)IQ_IMAGE_WORDS, "all words of a kernel");
_Static_assert((int)IQ_IMAGE_TERMS == 2, "of an offset");
_Static_assert((int)IQ_LOAD_LOWEST == (int)IQ_LOWEST_ADDRESS, "of arguments, too");

/* Are stream, grid, block and shared memory arguments? */
static bool has_plain_shape(const struct iq_plan *plan, const struct iq_entry *entry)
{
    return plan->stream >= 0 && plan->grid >= 0 && plan->block >= 0 && plan->shared >= 0 &&
           (plan->dim3 ||
            (plan->grid + 3 <= entry->arg_count && plan->block + 3 <= entry->arg_count));
}

bool iq_launch_cache_takes(const struct iq_plan *plan, const struct iq_entry *entry)
{
    const uint32_t before = IQ_STEP_WAIT - 1, plain = IQ_STEP_SPECIAL | IQ_STEP_LOOK |
                                                      IQ_STEP_OTHERS | IQ_STEP_CONFIG |
                                                      IQ_STEP_LAUNCH;
    return plan->steps & IQ_STEP_SETTLES && plan->steps & IQ_STEP_LAUNCH &&
           !(plan->steps & before & ~plain) && plan->flow == IQ_FLOW_WORK && plan->func >= 0 &&
           plan->func < 8 && plan->args >= 0 &&
           (plan->config >= 0 || has_plain_shape(plan, entry)) && !entry->shape;
}

/* Launches by a hash of kernel and stream.  Programs alternate between dozens of kernels, so each
 * set has several. */
struct iq_launch_cache {
    uint64_t keys[SETS][WAYS]; /* of the launch that the entry is for, or will be */
    uint8_t next[SETS];        /* the way that is given away next */
    struct iq_cached_launch entries[SETS][WAYS];
};

IQ_COLD static bool make_cache(struct iq_thread *thread)
{
    thread->launch_cache = iq_core_alloc(sizeof *thread->launch_cache);
    return thread->launch_cache;
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

static inline uint64_t read_at(const struct iq_cached_launch *cached,
                               const struct iq_thread *thread, int place)
{
    return place < cached->read_count ? thread->words[place]
                                      : cached->numbers[place - cached->read_count];
}

/* Works out the addresses that depend on other arguments, which have been read.  False: there is
 * something to say about one of them. */
static bool add_offsets(struct iq_cached_launch *cached, struct iq_thread *thread, uint64_t version)
{
    const struct iq_image_word *words = cached->kernel->words + cached->read_count;
    uint64_t *addresses = thread->words + cached->read_count;
    uint8_t *memory = thread->word_memory + cached->read_count;
    memcpy(cached->numbers, addresses, sizeof cached->numbers);
    cached->ranges = NEVER; /* of other numbers */
    thread->outside = 0;
    for (int i = 0; i < cached->offset_count; i++) {
        struct iq_cached_offset *offset = &cached->offsets[i];
        const uint64_t raw[IQ_IMAGE_TERMS] = { read_at(cached, thread, offset->term[0]),
                                               read_at(cached, thread, offset->term[1]) };
        addresses[i] = iq_arguments_offset(thread, &words[i], read_at(cached, thread, offset->base),
                                           raw, &offset->known, &memory[i]);
    }
    return !thread->outside && !(version & 1);
}

/* Word [i]: does what is known of it hold, when memory is as in [version]?  Then
 * thread->word_memory has it. */
static bool is_known(struct iq_cached_launch *cached, int i, struct iq_thread *thread,
                     uint64_t version)
{
    uint64_t finding = 0;
    int param = cached->kernel->words[i].param;
    if (!iq_arguments_is_settled(thread, thread->words[i], version, &thread->word_memory[i]) &&
        !iq_arguments_is_stray(thread, param, thread->words[i], &finding))
        return false;
    if (finding && !cached->foreseen) {
        cached->foreseen = finding;
        cached->foreseen_parameter = param + 1;
    }
    return true;
}

/* Some of the words of [thread] are other ones than the last time, when memory was as in
 * [version].  They have mostly been looked at for another launch.  False: there is something to
 * say about one of them. */
static bool look_at_words(struct iq_cached_launch *cached, struct iq_thread *thread,
                          uint64_t version)
{
    bool current = cached->ranges == version && !cached->foreseen;
    cached->foreseen = 0;
    for (int i = 0; i < cached->read_count; i++) {
        if (current && thread->words[i] == cached->words[i])
            thread->word_memory[i] = cached->memory[i];
        else if (!is_known(cached, i, thread, version))
            return false;
    }
    if (cached->offset_count && !add_offsets(cached, thread, version))
        return false;
    keep_words(cached, thread, version);
    return true;
}

/* Are the numbers those of the last time?  Then the offsets are, too. */
static inline bool take_offsets(const struct iq_cached_launch *cached, struct iq_thread *thread)
{
    uint64_t *offsets = &thread->words[cached->read_count];
    bool same = true;
    for (int i = 0; i < cached->step_count - cached->read_count; i++)
        same &= !((offsets[i] ^ cached->numbers[i]) << cached->shift[i]);
    for (int i = 0; same && i < cached->offset_count; i++)
        offsets[i] = cached->words[cached->read_count + i];
    return same;
}

/* Reads the words of the arguments at [params]; false: there is something to say about one of
 * them. */
static inline bool read_words(struct iq_cached_launch *cached, struct iq_thread *thread,
                              uint64_t params)
{
    const struct iq_kernel *kernel = cached->kernel;
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    bool same = cached->ranges == version;
    thread->kernel = kernel;
    if (!iq_peek_steps(thread->words, cached->steps, cached->step_count, params,
                       kernel->param_count))
        return false;
    for (int i = 0; i < cached->read_count; i++)
        same &= thread->words[i] == cached->words[i];
    if (__builtin_expect(cached->offset_count, 0))
        same = same && take_offsets(cached, thread);
    if (__builtin_expect(!same, 0))
        return look_at_words(cached, thread, version);
    enum { PART = 8 }; /* most kernels have no more words */
    for (int i = 0; i < kernel->word_count; i += PART)
        memcpy(thread->word_memory + i, cached->memory + i, PART);
    return true;
}

/* Has not come lately: gets a place, and is kept if it comes again. */
IQ_COLD static struct iq_cached_launch *give_place(struct iq_launch_cache *cache, uint64_t key)
{
    const uint64_t set = key >> (64 - SET_BITS);
    const int way = cache->next[set]++ % WAYS;
    cache->keys[set][way] = key;
    cache->entries[set][way].entry = NULL;
    return NULL;
}

/* The launch of [key]; NULL: it has not come lately. */
static inline struct iq_cached_launch *find(struct iq_launch_cache *cache, uint64_t key)
{
    const uint64_t set = key >> (64 - SET_BITS);
    const uint64_t *keys = cache->keys[set];
    for (int way = 0; way < WAYS; way++)
        if (keys[way] == key)
            return &cache->entries[set][way];
    return give_place(cache, key);
}

/* The stream of an extended launch.  False: its configuration cannot be read. */
IQ_FAST __attribute__((noinline)) static bool read_config_stream(const struct iq_call *call,
                                                                 uint64_t *stream)
{
    const uintptr_t config = (uintptr_t)call->args[call->plan->config];
    uint64_t first; /* what lies between two words that can be read can be read */
    return iq_peek_word(&first, config) &&
           iq_peek_word(stream, config + offsetof(struct iq_launch_config, stream));
}

/* The launch touches memory: puts it in order. */
static inline bool order_again(struct iq_thread *thread, struct iq_call *call,
                               struct iq_cached_launch *cached)
{
    iq_lock(IQ_LOCK_ORDER);
    struct iq_timeline *timeline =
        cached->handle ? cached->handle->flow : iq_flow_timeline(thread, call);
    uint64_t before = timeline ? timeline->tick : 0;
    bool again = timeline && !timeline->capture;
    if (again && __builtin_expect(iq_clock_is_epoch(cached->epoch), 1))
        iq_clock_later_in_epoch(
            timeline, cached->later,
            (struct iq_call_ref){ call->number, call->entry, call->stack, thread->number });
    else
        again = again && iq_flow_kernel_again(thread, call, timeline);
    if (again)
        iq_flow_is_ordered(thread, timeline, before);
    iq_guard_review_locked();
    iq_unlock(IQ_LOCK_ORDER);
    return again;
}

/* Only the order of [call] is left to be found out. */
static enum iq_cached looked_at(const struct iq_cached_launch *cached, struct iq_call *call)
{
    call->foreseen = cached->foreseen;
    call->foreseen_parameter = cached->foreseen_parameter;
    return IQ_CACHED_LOOKED_AT;
}

IQ_FAST enum iq_cached iq_launch_again(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    const uint64_t *args = call->args;
    uint64_t function = args[plan->func], stream;
    if (__builtin_expect((!thread->launch_cache && !make_cache(thread)) ||
                             (plan->extra >= 0 && args[plan->extra]),
                         0))
        return IQ_CACHED_NOT;
    if (__builtin_expect(plan->config < 0, 1))
        stream = args[plan->stream];
    else if (!read_config_stream(call, &stream))
        return IQ_CACHED_NOT;
    struct iq_cached_launch *cached =
        find(thread->launch_cache, (function + stream * 3) * 0x9e3779b97f4a7c15u);
    if (__builtin_expect(!cached, 0))
        return IQ_CACHED_NOT;
    call->cached_launch = cached;
    /* with the key the function says which stream it is */
    if (__builtin_expect(cached->function != function || cached->entry != call->entry ||
                             !is_current(cached, thread),
                         0)) {
        cached->entry = NULL; /* worth keeping, and found out anew */
        return IQ_CACHED_NOT;
    }
    const struct iq_kernel *kernel = cached->kernel;
    thread->launching = function;
    if (kernel && kernel->param_count && !read_words(cached, thread, args[plan->args])) {
        cached->entry = NULL;
        return IQ_CACHED_NOT;
    }
    thread->kernel = kernel;
    thread->outside = 0;
    if (plan->stream >= 0 && plan->stream < 8)
        call->found[plan->stream] = cached->handle;
    call->found[plan->func] = cached->kernel_handle;
    if (__builtin_expect(iq_flow_is_watched(thread) || iq_core.keeps_places, 0))
        return looked_at(cached, call);
    if (thread->push_site.pc) {
        call->stack = thread->push_stack;
        thread->push_site.pc = 0;
    }
    if (!call->stack)
        call->stack = iq_stack_again(call->site);
    thread->order.timeline = NULL;
    if (kernel && kernel->word_count
            ? !order_again(thread, call, cached)
            : iq_flow_is_legacy(call, stream) && !iq_flow_is_quiet(thread, call))
        return looked_at(cached, call);
    call->settled = true;
    call->launch = iq_launch_begin_again(thread, call);
    return IQ_CACHED_SETTLED;
}

/* Is all that the kernel gets known, and known to be good as long as memory neither comes nor
 * goes? */
static bool are_words_known(const struct iq_thread *thread, const struct iq_cached_launch *cached)
{
    const struct iq_kernel *kernel = cached->kernel;
    if (!kernel || !kernel->param_count)
        return true;
    return thread->kernel == kernel && thread->words_known == cached->ranges && !thread->outside;
}

static struct iq_load_step step_to(int param, int offset)
{
    return (struct iq_load_step){ (uint16_t)((unsigned)param * sizeof(uintptr_t)),
                                  (uint16_t)offset };
}

/* Where [bytes] at [offset] of argument [param] stand among what is read, which they join if they
 * do not; -1: there is no more room. */
static int place_number(struct iq_cached_launch *cached, int param, int offset, int bytes)
{
    const int shift = bytes == sizeof(uint32_t) ? 32 : 0, words = cached->read_count;
    const struct iq_load_step step = step_to(param, offset);
    for (int i = 0; i < cached->step_count; i++)
        if (cached->steps[i].pointer == step.pointer && cached->steps[i].offset == step.offset &&
            (i < words ? 0 : cached->shift[i - words]) == shift)
            return i;
    if (cached->step_count - words == IQ_CACHED_NUMBERS)
        return -1;
    cached->steps[cached->step_count] = step;
    cached->shift[cached->step_count - words] = (uint8_t)shift;
    return cached->step_count++;
}

/* What offset [word] is made of; false: there is no room. */
static bool place_offset(struct iq_cached_launch *cached, const struct iq_image_word *word,
                         struct iq_cached_offset *offset)
{
    int base = place_number(cached, word->param, word->offset, sizeof(uint64_t));
    offset->base = (uint8_t)base;
    offset->known.version = IQ_ARGUMENT_BASE_NEW;
    for (int i = 0; base >= 0 && i < IQ_IMAGE_TERMS; i++) {
        const struct iq_image_term *term = &word->terms[i];
        if (term->bytes)
            base = place_number(cached, term->param, term->offset, term->bytes);
        offset->term[i] = (uint8_t)base; /* without bytes nobody asks */
    }
    return base >= 0;
}

/* How to get the words of the kernel, and what its offsets are made of.  False: there is no room.
 */
static bool find_steps(struct iq_cached_launch *cached)
{
    const struct iq_kernel *kernel = cached->kernel;
    int count = 0, total = kernel && kernel->param_count ? kernel->word_count : 0;
    for (; count < total && !iq_image_word_is_offset(&kernel->words[count]); count++)
        cached->steps[count] = step_to(kernel->words[count].param, kernel->words[count].offset);
    cached->step_count = cached->read_count = (uint8_t)count;
    cached->offset_count = (uint8_t)(total - count);
    if (count < total && !cached->offsets &&
        !(cached->offsets = iq_core_alloc(IQ_LATER_WORDS * sizeof *cached->offsets)))
        return false;
    for (int i = count; i < total; i++)
        if (!iq_image_word_is_offset(&kernel->words[i]) ||
            !place_offset(cached, &kernel->words[i], &cached->offsets[i - count]))
            return false;
    return true;
}

IQ_FAST void iq_launch_cache_add(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    struct iq_cached_launch *cached = call->cached_launch;
    struct iq_handle *kernel_handle = call->found[plan->func];
    uint64_t stream = iq_walk_stream(call);
    cached->entry = NULL;
    cached->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    cached->kernels = __atomic_load_n(&iq_kernel_changes, __ATOMIC_ACQUIRE);
    cached->ranges = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    cached->context = thread->current;
    cached->handle = stream > 2 ? iq_flow_stream(call, stream) : NULL;
    cached->kernel_handle = kernel_handle;
    cached->kernel = iq_kernel_of(call->args[plan->func], kernel_handle);
    if (thread->suspicion_count || call->unknown || cached->ranges & 1 ||
        (stream > 2 && (!cached->handle || iq_handle_is_dead(cached->handle))) ||
        (!cached->kernel && !plan->func_is_handle &&
         iq_handle_find(IQ_KIND_KERNEL, call->args[plan->func])) ||
        (kernel_handle && iq_handle_is_dead(kernel_handle)) || !are_words_known(thread, cached) ||
        !find_steps(cached))
        return;
    cached->function = call->args[plan->func];
    cached->stream = stream;
    cached->foreseen = call->foreseen;
    cached->foreseen_parameter = call->foreseen_parameter;
    if (cached->kernel && cached->kernel->param_count)
        keep_words(cached, thread, cached->ranges);
    if (cached->offset_count)
        cached->ranges = NEVER; /* the numbers are read the next time */
    cached->entry = call->entry;
}
