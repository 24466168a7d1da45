#include "api_opencl/again.h"

#include <string.h>

#include "base/hot.h"
#include "order/clock.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "base/memory.h"
#include "process/modules.h"
#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "process/peek.h"
#include "call/plan.h"
#include "process/stack.h"
#include "call/thread.h"
#include "call/walk.h"

/* What callbacks may do is less: a wait there is looked at each time. */
static inline bool may_block(void) { return !iq_thread_block->callback; }

/* Does [call] ask for nothing but its command, and maybe its end? */
static bool is_plain(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    return !call->outer && (!iq_cl_is_blocking(call) || may_block()) && (plan->waits < 0 || !iq_walk_has_list(call, plan->waits));
}

/* The pattern of a fill is read by the call itself: is it where nobody can have freed it unseen? */
static inline bool is_pattern_there(const struct iq_cl_again *again, const struct iq_plan *plan, const uint64_t *args, struct iq_site site)
{
    return plan->pattern < 0 || again->is_pattern_static || iq_hostmem_is_in_frames(args[plan->pattern], site.sp) ||
           iq_hostheap_covers(args[plan->pattern], args[plan->pattern_size]);
}

/* Is the memory of the host that it touches still a block, or a variable, of that size? */
static inline bool is_host_there(const struct iq_cl_again *again, const struct iq_plan *plan, const uint64_t *args)
{
    return plan->host < 0 || (again->ranges == __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) &&
                              (again->is_host_static || iq_hostheap_covers(args[plan->host], args[plan->bytes[plan->host]])));
}

static inline uint32_t changes_of(const struct iq_cl_kernel *kernel) { return kernel ? __atomic_load_n(&kernel->changes, __ATOMIC_ACQUIRE) : 0; }

/* What they are, not where a launch's sizes stand; those are compared word by word. */
static inline bool are_args_same(const struct iq_cl_again *again, const struct iq_call *call)
{
    uint32_t count = call->entry->arg_count;
    for (uint32_t i = 0; i < count; i++)
        if (again->args[i] != call->args[i] && (!(call->plan->addresses >> i & 1) || !again->args[i] || !call->args[i]))
            return false;
    return true;
}

static inline bool is_same(const struct iq_cl_again *again, const struct iq_call *call)
{
    return again->entry == call->entry && again->changes == iq_cl_changes() && again->site.pc == call->site.pc && !call->outer && are_args_same(again, call) &&
           (!again->blocks || may_block()) && again->arguments == changes_of(again->kernel) && (!again->kernel || iq_cl_launch_is_like(call, &again->shape)) &&
           is_pattern_there(again, call->plan, call->args, call->site) && is_host_there(again, call->plan, call->args);
}

static inline uint64_t key_of(const uint64_t *args, struct iq_site site) { return (args[1] + args[2] * 3 + site.pc) * 0x9e3779b97f4a7c15u | 1; }
static inline struct iq_cl_again *place_of(struct iq_thread *thread, uint64_t key) { return &thread->agains[(key >> 40) % IQ_CL_AGAINS]; }

IQ_FAST struct iq_cl_again *iq_cl_again_find(struct iq_thread *thread, const struct iq_entry *entry, const uint64_t *args, struct iq_site site)
{
    struct iq_cl_again *again = thread->agains ? place_of(thread, key_of(args, site)) : NULL;
    uint64_t sum;
    if (!again || again->entry != entry || !again->word_count || (again->blocks && !may_block()) || again->changes != iq_cl_changes() || again->site.pc != site.pc || again->site.sp != site.sp)
        return NULL;
#pragma GCC unroll 9
    for (int i = 0; i < IQ_CALL_ARGS; i++)
        if (again->args[i] != args[i])
            return NULL;
    bool same = again->arguments == changes_of(again->kernel) && iq_peek_sum(&sum, again->words, again->word_count) && sum == again->sum;
    return same && (again->is_pattern_near || is_pattern_there(again, entry->plan, args, site)) && is_host_there(again, entry->plan, args) ? again : NULL;
}

/* Adds the addresses of the sizes that argument [arg] points to. */
static bool add_sizes(struct iq_cl_again *again, const struct iq_call *call, int arg)
{
    uint64_t address = arg < 0 ? 0 : call->args[arg];
    if (address & 7 || (address && (address < 4096 || again->word_count + again->shape.dimensions > IQ_CL_AGAIN_WORDS)))
        return false;
    for (uint32_t i = 0; address && i < again->shape.dimensions; i++)
        again->words[again->word_count++] = (uintptr_t)address + i * sizeof(uint64_t);
    return true;
}

/* What is to be looked at for the next one from the same place. */
static void note_words(struct iq_cl_again *again, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    again->word_count = 0;
    again->site = call->site;
    memcpy(again->args, call->args, (size_t)call->entry->arg_count * sizeof *again->args);
    again->stack = iq_call_stack(call);
    again->word_count = iq_stack_words(call->site, again->words, IQ_CL_AGAIN_WORDS);
    again->is_pattern_near = plan->pattern < 0 || iq_hostmem_is_in_frames(call->args[plan->pattern], call->site.sp);
    bool whole = again->word_count && (!again->kernel || (add_sizes(again, call, plan->work_size) && add_sizes(again, call, plan->group_size) &&
                                                          add_sizes(again, call, plan->work_offset)));
    if (!whole || !iq_peek_sum(&again->sum, again->words, again->word_count))
        again->word_count = 0;
}

IQ_FAST bool iq_cl_again_is(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = key_of(call->args, call->site);
    struct iq_cl_again *again = thread->agains ? place_of(thread, key) : NULL;
    if (__builtin_expect(again && is_same(again, call), 1)) {
        memcpy(call->found, again->found, sizeof call->found);
        call->again = again;
        note_words(again, call);
        return true;
    }
    if (!is_plain(call) || (!again && !(thread->agains = iq_core_alloc(IQ_CL_AGAINS * sizeof *again))))
        return false;
    again = place_of(thread, key);
    if (again->key == key) {
        again->entry = NULL;
        again->changes = iq_cl_changes();
        call->again = again;
    }
    again->key = key;
    return false;
}

/* Is there nothing behind the arguments that may change unseen? */
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

/* Blocks of the heap and static variables: what is in frames, shared or mapped may go away in more ways. */
static bool keep_host(struct iq_cl_again *again, const struct iq_call *call)
{
    const struct iq_place *place = &iq_thread_block->places[call->plan->host];
    uint64_t address = call->args[call->plan->host], size = call->args[call->plan->bytes[call->plan->host]];
    const char *module = iq_modules_path((uintptr_t)address);
    if (!place->known || place->live || place->freed || place->doubtful || !size)
        return false;
    again->place = *place;
    again->ranges = place->version;
    again->is_host_static = module && module == iq_modules_path((uintptr_t)(address + size - 1));
    return is_host_there(again, call->plan, call->args);
}

void iq_cl_again_keep(struct iq_call *call, const struct iq_touch *touches, const struct iq_handle *const *objects, int count, bool advances)
{
    const struct iq_plan *plan = call->plan;
    struct iq_cl_again *again = call->again;
    if (again->entry || iq_thread_block->suspicion_count || count > IQ_CL_AGAIN_TOUCHES || !is_steady(call))
        return;
    for (int i = 0; i < count; i++)
        if (touches[i].host && (touches[i].arg < 0 || touches[i].arg != plan->host))
            return;
    if (plan->host >= 0 && !keep_host(again, call))
        return;
    again->site = call->site;
    again->word_count = 0;
    memset(again->args, 0, sizeof again->args);
    memcpy(again->args, call->args, (size_t)call->entry->arg_count * sizeof *again->args);
    memcpy(again->found, call->found, sizeof again->found);
    again->kept.timeline = NULL;
    again->turn = 0;
    again->counted = count >= 0;
    again->count = (uint8_t)(again->counted ? count : 0);
    memcpy(again->touches, touches, again->count * sizeof *touches);
    memcpy(again->objects, objects, again->count * sizeof *objects);
    again->blocks = iq_cl_is_blocking(call);
    again->has_event = plan->made_event >= 0 && call->args[plan->made_event];
    again->late = plan->host >= 0 || again->has_event || iq_cl_queue_of(iq_cl_object(call, plan->queue))->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    again->advances = advances;
    again->kernel = plan->kernel < 0 ? NULL : iq_cl_kernel_of(call->found[plan->kernel]);
    again->arguments = changes_of(again->kernel);
    again->is_pattern_static = plan->pattern >= 0 && iq_modules_path((uintptr_t)call->args[plan->pattern]);
    if (plan->kernel >= 0)
        again->shape = *iq_cl_launch_shape(call);
    again->entry = call->entry;
}

void iq_cl_again_of_another(struct iq_cl_again *agains)
{
    for (int i = 0; agains && i < IQ_CL_AGAINS; i++)
        agains[i].turn = 0;
}

void iq_cl_again_failed(struct iq_call *call)
{
    call->again->entry = NULL;
    call->again = NULL;
    memset(call->found, 0, sizeof call->found);
    iq_walk_check_before(iq_thread_block, call);
}
