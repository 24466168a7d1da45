#include "api_opencl/command_cache.h"

#include <string.h>

#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "base/hot.h"
#include "base/memory.h"
#include "call/plan.h"
#include "call/thread.h"
#include "call/walk.h"
#include "order/clock.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/modules.h"
#include "process/peek.h"
#include "process/stack.h"

/* What callbacks may do is less: a wait there is looked at each time. */
static inline bool may_block(void) { return !iq_thread_block->callback; }

/* Does [call] ask for nothing but its command, and maybe its end? */
static bool is_plain(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    return !call->outer && (!iq_cl_is_blocking(call) || may_block()) &&
           (plan->waits < 0 || !iq_walk_has_list(call, plan->waits));
}

/* The pattern of a fill is read by the call itself: is it where nobody can have freed it unseen? */
static inline bool is_pattern_there(const struct iq_cached_command *cached,
                                    const struct iq_plan *plan, const uint64_t *args,
                                    struct iq_site site)
{
    return plan->pattern < 0 || cached->is_pattern_static ||
           iq_hostmem_is_in_frames(args[plan->pattern], site.sp) ||
           iq_hostheap_covers(args[plan->pattern], args[plan->pattern_size]);
}

/* Is the memory of the host that it touches still a block, or a variable, of that size? */
static inline bool is_host_there(const struct iq_cached_command *cached, const struct iq_plan *plan,
                                 const uint64_t *args)
{
    return plan->host < 0 ||
           (cached->ranges == __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) &&
            (cached->is_host_static ||
             iq_hostheap_covers(args[plan->host], args[plan->bytes[plan->host]])));
}

static inline uint32_t changes_of(const struct iq_cl_kernel *kernel)
{
    return kernel ? __atomic_load_n(&kernel->changes, __ATOMIC_ACQUIRE) : 0;
}

/* What they are, not where a launch's sizes stand; those are compared word by word. */
static inline bool are_args_same(const struct iq_cached_command *cached, const struct iq_call *call)
{
    uint32_t count = call->entry->arg_count;
    for (uint32_t i = 0; i < count; i++)
        if (cached->args[i] != call->args[i] &&
            (!(call->plan->addresses >> i & 1) || !cached->args[i] || !call->args[i]))
            return false;
    return true;
}

static inline bool is_same(const struct iq_cached_command *cached, const struct iq_call *call)
{
    return cached->entry == call->entry && cached->changes == iq_cl_changes() &&
           cached->site.pc == call->site.pc && !call->outer && are_args_same(cached, call) &&
           (!cached->blocks || may_block()) && cached->arguments == changes_of(cached->kernel) &&
           (!cached->kernel || iq_cl_launch_is_like(call, &cached->shape)) &&
           is_pattern_there(cached, call->plan, call->args, call->site) &&
           is_host_there(cached, call->plan, call->args);
}

static inline uint64_t key_of(const uint64_t *args, struct iq_site site)
{
    return (args[1] + args[2] * 3 + site.pc) * 0x9e3779b97f4a7c15u | 1;
}
static inline struct iq_cached_command *place_of(struct iq_thread *thread, uint64_t key)
{
    return &thread->cached_commands[(key >> 40) % IQ_CACHED_COMMANDS];
}

IQ_FAST struct iq_cached_command *iq_command_cache_find(struct iq_thread *thread,
                                                        const struct iq_entry *entry,
                                                        const uint64_t *args, struct iq_site site)
{
    struct iq_cached_command *cached =
        thread->cached_commands ? place_of(thread, key_of(args, site)) : NULL;
    uint64_t sum;
    if (!cached || cached->entry != entry || !cached->word_count ||
        (cached->blocks && !may_block()) || cached->changes != iq_cl_changes() ||
        cached->site.pc != site.pc || cached->site.sp != site.sp)
        return NULL;
#pragma GCC unroll 9
    for (int i = 0; i < IQ_CALL_ARGS; i++)
        if (cached->args[i] != args[i])
            return NULL;
    bool same = cached->arguments == changes_of(cached->kernel) &&
                iq_peek_sum(&sum, cached->words, cached->word_count) && sum == cached->sum;
    return same && (cached->is_pattern_near || is_pattern_there(cached, entry->plan, args, site)) &&
                   is_host_there(cached, entry->plan, args)
               ? cached
               : NULL;
}

/* Adds the addresses of the sizes that argument [arg] points to. */
static bool add_sizes(struct iq_cached_command *cached, const struct iq_call *call, int arg)
{
    uint64_t address = arg < 0 ? 0 : call->args[arg];
    if (address & 7 ||
        (address && (address < 4096 ||
                     cached->word_count + cached->shape.dimensions > IQ_CACHED_COMMAND_WORDS)))
        return false;
    for (uint32_t i = 0; address && i < cached->shape.dimensions; i++)
        cached->words[cached->word_count++] = (uintptr_t)address + i * sizeof(uint64_t);
    return true;
}

/* What is to be looked at for the next one from the same place. */
static void note_words(struct iq_cached_command *cached, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    cached->word_count = 0;
    cached->site = call->site;
    memcpy(cached->args, call->args, (size_t)call->entry->arg_count * sizeof *cached->args);
    cached->stack = iq_call_stack(call);
    cached->word_count = iq_stack_words(call->site, cached->words, IQ_CACHED_COMMAND_WORDS);
    cached->is_pattern_near =
        plan->pattern < 0 || iq_hostmem_is_in_frames(call->args[plan->pattern], call->site.sp);
    bool whole =
        cached->word_count && (!cached->kernel || (add_sizes(cached, call, plan->work_size) &&
                                                   add_sizes(cached, call, plan->group_size) &&
                                                   add_sizes(cached, call, plan->work_offset)));
    if (!whole || !iq_peek_sum(&cached->sum, cached->words, cached->word_count))
        cached->word_count = 0;
}

IQ_FAST bool iq_command_cache_fill(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = key_of(call->args, call->site);
    struct iq_cached_command *cached = thread->cached_commands ? place_of(thread, key) : NULL;
    if (__builtin_expect(cached && is_same(cached, call), 1)) {
        memcpy(call->found, cached->found, sizeof call->found);
        call->cached_command = cached;
        note_words(cached, call);
        return true;
    }
    if (!is_plain(call) || (!cached && !(thread->cached_commands =
                                             iq_core_alloc(IQ_CACHED_COMMANDS * sizeof *cached))))
        return false;
    cached = place_of(thread, key);
    if (cached->key == key) {
        cached->entry = NULL;
        cached->changes = iq_cl_changes();
        call->cached_command = cached;
    }
    cached->key = key;
    return false;
}

/* Is there nothing after the arguments that may change unseen? */
static bool is_steady(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    const struct iq_cl_queue *queue = iq_cl_queue_of(iq_cl_object(call, plan->queue));
    if (!queue || !queue->known || call->unknown)
        return false;
    for (uint32_t left = plan->objects; left; left &= left - 1) {
        const struct iq_memobj *memory = iq_memobj_of(iq_cl_object(call, __builtin_ctz(left)));
        if (!memory || memory->host_ptr)
            return false;
    }
    return plan->kernel < 0 || iq_cl_launch_is_steady(call);
}

/* Blocks of the heap and static variables: what is in frames, shared or mapped may go away in more
 * ways. */
static bool keep_host(struct iq_cached_command *cached, const struct iq_call *call)
{
    const struct iq_resolved *place = &iq_thread_block->resolved[call->plan->host];
    uint64_t address = call->args[call->plan->host],
             size = call->args[call->plan->bytes[call->plan->host]];
    const char *module = iq_modules_path((uintptr_t)address);
    if (place->call != call->number || place->live || place->freed || place->doubtful || !size)
        return false;
    cached->place = *place;
    cached->ranges = place->version;
    cached->is_host_static = module && module == iq_modules_path((uintptr_t)(address + size - 1));
    return is_host_there(cached, call->plan, call->args);
}

void iq_command_cache_keep(struct iq_call *call, const struct iq_access *accesses,
                           const struct iq_handle *const *objects, int count, bool advances)
{
    const struct iq_plan *plan = call->plan;
    struct iq_cached_command *cached = call->cached_command;
    if (cached->entry || iq_thread_block->suspicion_count || count > IQ_CACHED_COMMAND_ACCESSES ||
        !is_steady(call))
        return;
    for (int i = 0; i < count; i++)
        if (accesses[i].host && (accesses[i].arg < 0 || accesses[i].arg != plan->host))
            return;
    if (plan->host >= 0 && !keep_host(cached, call))
        return;
    cached->site = call->site;
    cached->word_count = 0;
    memset(cached->args, 0, sizeof cached->args);
    memcpy(cached->args, call->args, (size_t)call->entry->arg_count * sizeof *cached->args);
    memcpy(cached->found, call->found, sizeof cached->found);
    cached->kept.timeline = NULL;
    cached->epoch = 0;
    cached->counted = count >= 0;
    cached->count = (uint8_t)(cached->counted ? count : 0);
    memcpy(cached->accesses, accesses, cached->count * sizeof *accesses);
    memcpy(cached->objects, objects, cached->count * sizeof *objects);
    cached->blocks = iq_cl_is_blocking(call);
    cached->has_event = plan->made_event >= 0 && call->args[plan->made_event];
    cached->late = plan->host >= 0 || cached->has_event ||
                   iq_cl_queue_of(iq_cl_object(call, plan->queue))->properties &
                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    cached->advances = advances;
    cached->kernel = plan->kernel < 0 ? NULL : iq_cl_kernel_of(call->found[plan->kernel]);
    cached->arguments = changes_of(cached->kernel);
    cached->is_pattern_static =
        plan->pattern >= 0 && iq_modules_path((uintptr_t)call->args[plan->pattern]);
    if (plan->kernel >= 0)
        cached->shape = *iq_cl_launch_shape(call);
    cached->entry = call->entry;
}

void iq_command_cache_inherit(struct iq_cached_command *cached_commands)
{
    for (int i = 0; cached_commands && i < IQ_CACHED_COMMANDS; i++)
        cached_commands[i].epoch = 0;
}

void iq_command_cache_drop(struct iq_call *call)
{
    call->cached_command->entry = NULL;
    call->cached_command = NULL;
    memset(call->found, 0, sizeof call->found);
    iq_walk_check_before(iq_thread_block, call);
}
