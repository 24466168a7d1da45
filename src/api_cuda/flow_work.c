/* What the work of one call touches, and whether that conflicts with what is pending. */
#include "api_cuda/flow_work.h"

#include <string.h>

#include "api_cuda/captures.h"
#include "api_cuda/kernels.h"
#include "api_cuda/launch_cache.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/copy_cache.h"
#include "call/core.h"
#include "call/expand.h"
#include "call/plan.h"
#include "call/send.h"
#include "call/variable.h"
#include "call/walk.h"
#include "model/pools.h"
#include "order/footprint.h"
#include "order/guard.h"

enum {
    CALL_ACCESSES = 32,
    /* pageable copies up to this size travel with the command: whoever comes later sees them */
    INLINE_COPY = 64 << 10
};

/* Conflicts. */

/* What [call] captures on [timeline] touches memory: may it run next to something that was captured
 * before? */
static bool capture(struct iq_call *call, struct iq_timeline *timeline, struct iq_access *accesses,
                    int count)
{
    const struct iq_timeline *on;
    int which = 0;
    for (int i = 0; i < count; i++)
        accesses[i].ref = iq_call_ref_of(call);
    const struct iq_access *earlier = iq_capture_access(timeline, accesses, count, &which, &on);
    if (earlier) {
        struct iq_conflict *conflict = iq_conflict_of_call();
        *conflict = iq_conflict_of(IQ_CONFLICT_RACE, earlier, &accesses[which]);
        conflict->from = iq_conflict_stream_of(on);
        conflict->to = iq_conflict_stream_of(timeline);
        conflict->captured = true;
    }
    return earlier;
}

/* Copies and fills. */

struct footprint {
    struct iq_access accesses[CALL_ACCESSES];
    int count;
    unsigned from, to; /* enum iq_where of what is read, written */
    uint64_t bytes;
    int frame; /* argument that may lie in a frame of the caller, -1: none */
    bool list; /* of several elements, which are nobody's arguments */
};

/* The processor moves the bytes, no device does. */
static bool is_host_only(const struct footprint *footprint)
{
    return footprint->from & (IQ_WHERE_PINNED | IQ_WHERE_PAGEABLE) &&
           footprint->to & (IQ_WHERE_PINNED | IQ_WHERE_PAGEABLE);
}

/* Memory argument [i] of [call] is [size] bytes at [address].  Returns what is to be kept of it;
 * NULL: nothing. */
static inline struct iq_access *collect_one(const struct iq_call *call, int i, uint64_t address,
                                            uint64_t size, enum iq_where where,
                                            struct footprint *footprint)
{
    bool write = call->plan->writes >> i & 1;
    if (!address || !size || size > UINT64_MAX - address)
        return NULL;
    footprint->bytes = size;
    if (write)
        footprint->to |= where;
    else
        footprint->from |= where;
    if (where == IQ_WHERE_PAGEABLE && iq_variable_is_near(address))
        footprint->frame = i;
    if (where & (IQ_WHERE_PAGEABLE | IQ_WHERE_OTHER) || footprint->count == CALL_ACCESSES)
        return NULL;
    struct iq_access *access = &footprint->accesses[footprint->count++];
    *access = (struct iq_access){ .lo = address,
                                  .hi = address + size,
                                  .arg = (int8_t)i,
                                  .write = write,
                                  .host = where == IQ_WHERE_PINNED,
                                  .likely = where == IQ_WHERE_MANAGED };
    return access;
}

/* The elements of a list, as many as there is room for. */
IQ_COLD static void collect_list(const struct iq_call *call, struct footprint *footprint)
{
    uint64_t values[IQ_THREAD_ARGS];
    bool settled;
    for (uint64_t index = 0; footprint->count < CALL_ACCESSES && index < CALL_ACCESSES &&
                             iq_expand_element(call, index, values, &settled);
         index++)
        for (uint32_t left = call->plan->access, i; left; left &= left - 1) {
            i = (uint32_t)__builtin_ctz(left);
            const struct iq_arg *role = &call->entry->args[i];
            struct iq_range range;
            enum iq_where where =
                iq_range_find(values[i], &range) ? iq_where_of(range.kind) : IQ_WHERE_PAGEABLE;
            bool over = settled && where & (IQ_WHERE_PINNED | IQ_WHERE_PAGEABLE) &&
                        role->role == IQ_ROLE_READ;
            struct iq_access *access = over ? NULL
                                            : collect_one(call, (int)i, values[i],
                                                          values[role->size_arg], where, footprint);
            if (access && access->lo != call->args[i])
                access->arg = -1; /* the argument is another element's */
        }
}

/* The variable that the program named. */
IQ_COLD static void collect_symbol(const struct iq_call *call, struct footprint *footprint)
{
    int arg = call->plan->symbol;
    bool write = !call->plan->writes;
    uint64_t size = call->args[call->entry->args[arg].size_arg];
    if (footprint->count == CALL_ACCESSES || !size || size > UINT64_MAX - call->symbol)
        return;
    *(write ? &footprint->to : &footprint->from) |= IQ_WHERE_DEVICE;
    footprint->accesses[footprint->count++] = (struct iq_access){
        .lo = call->symbol, .hi = call->symbol + size, .arg = (int8_t)arg, .write = write
    };
}

/* A rectangle has gaps between its rows. */
static void set_rows(const struct iq_call *call, const struct iq_arg *role,
                     struct iq_access *access)
{
    access->pitch = call->args[role->pitch - 1];
    access->width = call->args[role->size_arg] * (role->unit ? role->unit : 1);
    if (access->pitch <= access->width || call->args[role->rows - 1] < 2)
        access->pitch = 0;
}

/* As the last time. */
static void collect_again(const struct iq_cached_copy *cached, struct footprint *footprint)
{
    footprint->count = cached->count;
    memcpy(footprint->accesses, cached->accesses, sizeof cached->accesses);
    footprint->from = cached->from;
    footprint->to = cached->to;
    footprint->bytes = cached->bytes;
    footprint->frame = -1;
    footprint->list = false;
}

IQ_FAST static void collect(const struct iq_thread *thread, const struct iq_call *call,
                            struct footprint *footprint)
{
    if (call->cached_copy && call->cached_copy->entry) {
        collect_again(call->cached_copy, footprint);
        return;
    }
    footprint->count = 0;
    footprint->from = footprint->to = 0;
    footprint->bytes = 0;
    footprint->frame = -1;
    footprint->list = call->entry->shape && call->entry->shape->element;
    if (footprint->list) {
        collect_list(call, footprint);
        return;
    }
    for (uint32_t left = call->plan->access, i; left; left &= left - 1) {
        i = (uint32_t)__builtin_ctz(left);
        struct iq_access *access =
            collect_one(call, (int)i, call->args[i], thread->resolved[i].size,
                        (enum iq_where)thread->resolved[i].where, footprint);
        if (access && __builtin_expect(call->entry->args[i].rows, 0))
            set_rows(call, &call->entry->args[i], access);
    }
    if (__builtin_expect(call->symbol != 0, 0))
        collect_symbol(call, footprint);
}

/* The memory that touch [i] is in, if it is the host's; NULL: it is not. */
static const struct iq_range *host_range(const struct iq_thread *thread, const struct iq_call *call,
                                         const struct footprint *footprint, int i,
                                         struct iq_range *range)
{
    const struct iq_access *access = &footprint->accesses[i];
    if (!access->host)
        return NULL;
    if (call->cached_copy && call->cached_copy->entry)
        return &call->cached_copy->host;
    if (!footprint->list)
        return &thread->resolved[access->arg].range;
    return iq_range_find(access->lo, range) ? range : NULL;
}

/* Accesses that it is the turn of guards for, bit i is access i.  Asked once per call. */
IQ_FAST static uint32_t due_guards(const struct iq_thread *thread, struct iq_call *call,
                                   struct footprint *footprint)
{
    struct iq_range found_range;
    uint32_t due = 0;
    if (__builtin_expect(thread->order.guarded_call == call->number, 0))
        return thread->order.guards;
    for (int i = 0; i < footprint->count; i++) {
        const struct iq_range *range = host_range(thread, call, footprint, i, &found_range);
        if (!range)
            continue;
        footprint->accesses[i].ref.stack = iq_call_stack(call);
        due |= (uint32_t)iq_guard_is_due(&footprint->accesses[i], range) << i;
    }
    return due;
}

/* Keeps what the operation touches while it is pending. */
IQ_FAST static void keep(const struct iq_thread *thread, struct iq_timeline *timeline,
                         struct iq_call *call, struct footprint *footprint, uint32_t guards,
                         bool likely)
{
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_range range;
    for (int i = 0; i < footprint->count; i++) {
        footprint->accesses[i].ref = ref;
        footprint->accesses[i].likely |= likely;
    }
    if (footprint->count)
        iq_clock_access_all(timeline, footprint->accesses, footprint->count);
    for (; guards; guards &= guards - 1) {
        int i = __builtin_ctz(guards);
        const struct iq_range *memory =
            i < footprint->count ? host_range(thread, call, footprint, i, &range) : NULL;
        /* elements of a list may be given back while the call is under way */
        if (memory)
            iq_guard_add_due(timeline, &footprint->accesses[i], memory);
    }
}

/* Looks for what the operation meets. */
IQ_FAST static bool meets(struct iq_timeline *timeline, const struct footprint *footprint,
                          enum iq_conflict_kind kind)
{
    bool conflict = false;
    iq_clock_begin(timeline);
    bool alone = kind == IQ_CONFLICT_RACE && iq_clock_is_apart(timeline, 0, UINT64_MAX);
    for (int i = 0; i < footprint->count && !conflict && !alone; i++)
        conflict = iq_conflict_find(kind, timeline, &footprint->accesses[i], iq_conflict_of_call());
    return conflict;
}

/* Is it the turn of a guard on the copy's memory?  Then nothing is done ahead. */
static inline bool is_guard_due(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_cached_copy *cached = call->cached_copy;
    if (!cached->guardable || !iq_guard_is_wanted(call->stack, cached->guard_place))
        return false;
    thread->order.guarded_call = call->number;
    thread->order.guards = cached->guardable;
    return true;
}

/* The same copy as the last one of its stream, with nobody near: only its time is another one. */
static inline bool access_again(struct iq_thread *thread, struct iq_call *call,
                                struct iq_timeline *timeline)
{
    struct iq_cached_copy *cached = call->cached_copy;
    struct iq_call_ref ref = { call->number, call->entry, call->stack, thread->number };
    if (__builtin_expect(iq_clock_is_epoch(cached->epoch), 1)) {
        if (is_guard_due(thread, call))
            return false;
        iq_clock_access_in_epoch(timeline, cached->place.at, cached->count, ref);
        return true;
    }
    if (!iq_clock_is_kept(timeline, &cached->place) ||
        cached->place.at + cached->count != timeline->count)
        return false;
    iq_clock_begin(timeline);
    if (!iq_clock_is_apart(timeline, 0, UINT64_MAX) || is_guard_due(thread, call))
        return false;
    iq_clock_access_again(timeline, cached->place.at, cached->count, ref);
    cached->epoch = iq_clock_epoch;
    return true;
}

/* Other bytes of two known blocks, with nobody near. */
static inline bool access_elsewhere(struct iq_thread *thread, struct iq_call *call,
                                    struct iq_timeline *timeline)
{
    struct iq_cached_copy *cached = call->cached_copy;
    iq_clock_begin(timeline);
    if (!iq_clock_is_apart(timeline, 0, UINT64_MAX))
        return false;
    for (int i = 0; i < IQ_CACHED_COPY_ACCESSES; i++) {
        struct iq_access *access = &cached->accesses[i];
        access->ref =
            (struct iq_call_ref){ call->number, call->entry, call->stack, thread->number };
        if (access->host && iq_guard_is_due(access, &cached->host)) {
            thread->order.guarded_call = call->number;
            thread->order.guards = 1u << i;
            return false;
        }
    }
    iq_clock_access_all(timeline, cached->accesses, IQ_CACHED_COPY_ACCESSES);
    return true;
}

/* A copy whose arguments are known is put in order; [elsewhere]: it is one between known blocks. */
__attribute__((always_inline)) static inline enum iq_cached order_copy(struct iq_thread *thread,
                                                                       struct iq_call *call,
                                                                       bool elsewhere)
{
    struct iq_handle *stream = call->cached_copy->stream;
    if (__builtin_expect(iq_flow_is_watched(thread) || iq_guard_count, 0))
        return IQ_CACHED_LOOKED_AT;
    call->stack = iq_stack_again(call->site);
    iq_lock(IQ_LOCK_ORDER);
    struct iq_timeline *timeline = stream ? stream->flow : iq_flow_timeline(thread, call);
    uint64_t before = timeline ? timeline->tick : 0;
    bool again = timeline && !timeline->capture &&
                 (elsewhere ? access_elsewhere(thread, call, timeline)
                            : access_again(thread, call, timeline));
    if (again)
        iq_flow_is_ordered(thread, timeline, before);
    iq_unlock(IQ_LOCK_ORDER);
    call->settled = again;
    return again ? IQ_CACHED_SETTLED : IQ_CACHED_LOOKED_AT;
}

IQ_FAST __attribute__((noinline)) static enum iq_cached copy_elsewhere(struct iq_thread *thread,
                                                                       struct iq_call *call)
{
    return iq_copy_cache_find(thread, call) ? order_copy(thread, call, true) : IQ_CACHED_NOT;
}

IQ_FAST enum iq_cached iq_flow_copy_again(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_cached_copy *cached = &thread->copies[(iq_copy_key(call) >> 40) % IQ_CACHED_COPIES];
    if (__builtin_expect(!iq_copy_is_same(cached, call), 0))
        return copy_elsewhere(thread, call);
    iq_copy_take(cached, call);
    return order_copy(thread, call, false);
}

/* What was found out is known the next time. */
static void complete(const struct iq_thread *thread, const struct iq_call *call,
                     const struct footprint *footprint)
{
    struct iq_cached_copy *cached = call->cached_copy;
    struct iq_range found;
    if (!footprint->count || footprint->count > IQ_CACHED_COPY_ACCESSES || footprint->list)
        return;
    cached->guardable = 0;
    for (int i = 0; i < footprint->count; i++) {
        const struct iq_range *range = host_range(thread, call, footprint, i, &found);
        cached->accesses[i] = footprint->accesses[i];
        cached->accesses[i].ref = (struct iq_call_ref){ 0 };
        if (range)
            cached->host = *range;
        if (range && iq_guard_is_possible(&footprint->accesses[i], range, &cached->guard_place))
            cached->guardable = (uint8_t)(1 << i);
    }
    cached->count = (uint8_t)footprint->count;
    cached->from = footprint->from;
    cached->to = footprint->to;
    cached->bytes = footprint->bytes;
    cached->entry = call->entry;
}

/* A copy that returns at once, between the device and memory that nobody else may free or use up
 * meanwhile, and without a guard.  False: it is another one. */
IQ_FAST bool iq_flow_access_ahead(struct iq_thread *thread, struct iq_call *call,
                                  struct iq_timeline *timeline)
{
    struct iq_cached_copy *cached = call->cached_copy;
    struct footprint footprint;
    collect(thread, call, &footprint);
    if (is_host_only(&footprint) || footprint.frame >= 0 || footprint.to & IQ_WHERE_PAGEABLE)
        return false;
    uint32_t guards = due_guards(thread, call, &footprint);
    /* the driver may look at the memory as long as it works */
    if (__builtin_expect(guards, 0)) {
        thread->order.guarded_call = call->number;
        thread->order.guards = guards;
        return false;
    }
    call->conflict = meets(timeline, &footprint, IQ_CONFLICT_RACE);
    if (iq_footprint_is_on())
        iq_footprint_place(iq_call_ref_of(call), timeline, footprint.accesses, footprint.count,
                           false, NULL);
    keep(thread, timeline, call, &footprint, 0, false);
    if (cached && !cached->entry)
        complete(thread, call, &footprint);
    if (cached && cached->entry && !cached->elsewhere)
        cached->place = iq_clock_place_of_last(timeline, cached->count);
    return true;
}

/* *frame: argument in a frame that nobody promises to be done with, -1: none. */
IQ_FAST bool iq_flow_access_done(const struct iq_thread *thread, struct iq_call *call,
                                 struct iq_timeline *timeline, int *frame)
{
    struct footprint footprint;
    bool async = call->entry->flags & IQ_ENTRY_ASYNC;
    collect(thread, call, &footprint);
    if (timeline->capture)
        return capture(call, timeline, footprint.accesses, footprint.count);
    bool host_only = is_host_only(&footprint),
         conflict = meets(timeline, &footprint, host_only ? IQ_CONFLICT_HOST : IQ_CONFLICT_RACE);
    if (host_only) {
        if (iq_footprint_is_on())
            iq_footprint_place(iq_call_ref_of(call), timeline, footprint.accesses, footprint.count,
                               false, NULL);
        /* fully synchronous, and in the order of the stream: all that came before is complete,
         * too */
        iq_clock_done(timeline);
        return conflict;
    }
    *frame = async ? footprint.frame : -1;
    if (iq_footprint_is_on())
        iq_footprint_place(iq_call_ref_of(call), timeline, footprint.accesses, footprint.count,
                           false, NULL);
    if (footprint.to & IQ_WHERE_PAGEABLE ||
        (!async &&
         (footprint.to | footprint.from) & (IQ_WHERE_PINNED | IQ_WHERE_MANAGED | IQ_WHERE_OTHER)))
        iq_clock_done(timeline);
    else if (!async && footprint.from & IQ_WHERE_PAGEABLE) {
        iq_clock_done(timeline);
        if (footprint.bytes > INLINE_COPY)
            keep(thread, timeline, call, &footprint, due_guards(thread, call, &footprint), true);
    } else
        keep(thread, timeline, call, &footprint, due_guards(thread, call, &footprint), false);
    return conflict;
}

/* Kernels. */

/* The lowest bytes of [mask] that follow each other, seen from [address]. */
static void lowest_run(uint64_t mask, uint64_t address, struct iq_access *access)
{
    unsigned first = (unsigned)__builtin_ctzll(mask);
    uint64_t rest = ~(mask >> first);
    access->lo = address + first;
    access->hi = access->lo + (rest ? (unsigned)__builtin_ctzll(rest) : 64);
}

/* Does the parameter of word [i] consist of addresses only?  Others may hold old ones that nobody
 * uses, between their members. */
static bool is_of_addresses(const struct iq_kernel *kernel, int i, const uint8_t *memory)
{
    uint32_t bytes = 0, param = kernel->words[i].param;
    for (int k = 0; k < kernel->word_count; k++)
        if (kernel->words[k].param == param && memory[k] != IQ_ARGUMENT_OTHER &&
            !iq_image_word_is_offset(&kernel->words[k]))
            bytes += 8;
    return param < kernel->param_count && bytes == kernel->params[param].size;
}

/* May the memory of word [i] be a block that a pool hands out again, so that it matters that the
 * kernel uses it, wherever there? */
static bool may_be_block(const struct iq_kernel *kernel, int i, const uint8_t *memory)
{
    return memory[i] == IQ_ARGUMENT_DEVICE && iq_pools_used && !iq_footprint_is_on() &&
           !kernel->may_wait && is_of_addresses(kernel, i, memory);
}

/* What the kernel does through word [i] of its parameters, which holds [address], as far as it is
 * certain which bytes these are; at most two accesses.  [memory]: enum iq_argument_memory of each
 * word; [blocks]: also that it uses a block of a pool. */
static int word_accesses(const struct iq_kernel *kernel, int i, uint64_t address,
                         const uint8_t *memory, bool blocks, struct iq_access accesses[2])
{
    const struct iq_image_word *word = &kernel->words[i];
    uint64_t written = word->written, read = word->read & ~written;
    int count = 0;
    bool exact = kernel->has_code && !kernel->may_wait && memory[i] != IQ_ARGUMENT_OTHER;
    for (int kind = 0; exact && kind < 3 && count < 2; kind++) {
        uint64_t mask = kind == 0 ? written : kind == 1 ? word->ordered & ~written : read;
        uint64_t sure = mask & (kind < 2 ? word->sure_written : word->sure_read);
        if (!mask)
            continue;
        struct iq_access *access = &accesses[count++];
        *access = (struct iq_access){ .write = kind < 2,
                                      .ordered = kind == 1,
                                      .likely = !sure,
                                      .parameter = (int16_t)word->param,
                                      .offset = iq_image_word_is_offset(word),
                                      .host = memory[i] == IQ_ARGUMENT_PINNED };
        lowest_run(sure ? sure : mask, address, access);
    }
    bool guess = !kernel->has_code || word->use & IQ_USE_UNKNOWN,
         ends = memory[i] == IQ_ARGUMENT_POOL || memory[i] == IQ_ARGUMENT_PINNED;
    if (count || iq_image_word_is_offset(word) ||
        (!ends && (!blocks || !may_be_block(kernel, i, memory))))
        return count;
    accesses[0] = (struct iq_access){ .lo = address,
                                      .hi = address + 1,
                                      .likely = true,
                                      .parameter = (int16_t)word->param,
                                      .reach = true,
                                      .write = guess || word->use & IQ_USE_WRITE,
                                      .ordered = !guess && word->use & IQ_USE_ATOMIC,
                                      .guess = guess };
    return 1;
}

static int expand_launch(const struct iq_later *later,
                         struct iq_access accesses[2 * IQ_LATER_WORDS])
{
    const struct iq_kernel *kernel = later->what;
    int count = 0;
    for (int i = 0; i < kernel->word_count; i++)
        if (later->words[i])
            count +=
                word_accesses(kernel, i, later->words[i], later->memory, true, accesses + count);
    for (int i = 0; i < count; i++) {
        accesses[i].function = later->function;
        accesses[i].arg = later->arg;
        accesses[i].ref = later->ref;
    }
    return count;
}

IQ_FAST void iq_flow_words(const struct iq_thread *thread, struct iq_work_words *words)
{
    enum { MASK_BYTES = 64 }; /* a word's masks reach so far */
    const struct iq_kernel *kernel = thread->kernel;
    uint64_t lo = UINT64_MAX, hi = 0, hash = (uintptr_t)kernel;
    for (uint32_t i = 0, count = kernel->word_count; i < count; i++) {
        uint64_t word = thread->word_memory[i] == IQ_ARGUMENT_OTHER ? 0 : thread->words[i];
        words->word[i] = word;
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        lo = word && word < lo ? word : lo;
        hi = word > hi ? word : hi;
    }
    words->lo = lo;
    words->hi = hi ? hi + MASK_BYTES : 0;
    words->hash = hash ^ hash >> 40;
}

/* Nothing near is pending, so nothing can conflict now: what the kernel touches is worked out if a
 * later operation asks.  NULL: out of memory. */
IQ_FAST static struct iq_later *keep_launch(struct iq_thread *thread, struct iq_call *call,
                                            struct iq_timeline *timeline,
                                            const struct iq_work_words *words)
{
    const struct iq_kernel *kernel = thread->kernel;
    struct iq_later *later = iq_clock_access_later(timeline, words->hash, words->lo, words->hi);
    if (!later)
        return NULL;
    later->expand = expand_launch;
    later->what = kernel;
    later->function = call->args[call->plan->func];
    later->ref = iq_call_ref_of(call);
    later->arg = call->plan->args;
    for (int i = 0; i < kernel->word_count; i++) {
        later->words[i] = words->word[i];
        later->memory[i] = thread->word_memory[i];
    }
    return later;
}

/* What it touches, one by one. */
static bool work_out(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline)
{
    enum { ROOM = 32 };
    struct iq_access accesses[ROOM];
    bool conflict = false;
    int count = 0;
    struct iq_call_ref ref = iq_call_ref_of(call);
    for (int i = 0; i < thread->kernel->word_count && count < ROOM - 1; i++)
        if (thread->words[i])
            count += word_accesses(thread->kernel, i, thread->words[i], thread->word_memory,
                                   !timeline->capture, accesses + count);
    for (int i = 0; i < count; i++) {
        accesses[i].function = call->args[call->plan->func];
        accesses[i].arg = call->plan->args;
        accesses[i].ref = ref;
    }
    if (timeline->capture)
        return capture(call, timeline, accesses, count);
    for (int i = 0; i < count && !conflict; i++)
        conflict =
            iq_conflict_find(IQ_CONFLICT_RACE, timeline, &accesses[i], iq_conflict_of_call());
    if (count)
        iq_clock_access_all(timeline, accesses, count);
    return conflict;
}

IQ_FAST bool iq_flow_kernel_done(struct iq_thread *thread, struct iq_call *call,
                                 struct iq_timeline *timeline)
{
    struct iq_work_words words;
    if (timeline->capture)
        return work_out(thread, call, timeline);
    iq_clock_begin(timeline);
    iq_flow_words(thread, &words);
    if (!words.hi || (iq_clock_is_apart(timeline, words.lo, words.hi) &&
                      keep_launch(thread, call, timeline, &words)))
        return false;
    return work_out(thread, call, timeline);
}

/* Nobody is near: only its time and its words may be other ones. */
IQ_FAST bool iq_flow_kernel_again(struct iq_thread *thread, struct iq_call *call,
                                  struct iq_timeline *timeline)
{
    struct iq_cached_launch *cached = call->cached_launch;
    const struct iq_work_words *words = &cached->leads;
    if (__builtin_expect(iq_clock_is_epoch(cached->epoch), 1)) {
        struct iq_call_ref ref = { call->number, call->entry, call->stack, thread->number };
        iq_clock_later_in_epoch(timeline, cached->later, ref);
        return true;
    }
    iq_clock_begin(timeline);
    if (!words->hi || !iq_clock_is_apart(timeline, words->lo, words->hi))
        return false;
    cached->later = keep_launch(thread, call, timeline, words);
    cached->epoch = cached->later ? iq_clock_epoch : 0;
    return cached->later;
}

/* Does the launch touch memory that is known?  A stream that may touch it too may be made while it
 * runs. */
IQ_FAST bool iq_flow_has_accesses(const struct iq_thread *thread, const struct iq_call *call)
{
    return call->entry->flags & IQ_ENTRY_LAUNCH && call->plan->func >= 0 && thread->kernel &&
           thread->kernel->word_count;
}

/* The processor, not the device, may be what moves these bytes: guards would stop it. */
void iq_flow_unguard(const struct iq_thread *thread, const struct iq_call *call)
{
    struct footprint footprint;
    collect(thread, call, &footprint);
    bool any = iq_core.soft || !(call->plan->steps & IQ_STEP_ASYNC) || is_host_only(&footprint);
    for (int i = 0; i < footprint.count; i++) {
        const struct iq_access *access = &footprint.accesses[i];
        bool managed = access->likely;
        if (managed ? !iq_core.soft : any && access->host)
            iq_guard_drop(access->lo, access->hi);
    }
}

void iq_flow_place_kernel(const struct iq_thread *thread, struct iq_call *call,
                          struct iq_timeline *timeline)
{
    enum { ROOM = 16 };
    struct iq_access accesses[ROOM];
    uint64_t managed[ROOM];
    struct iq_footprint_words words = { managed, 0, false };
    int count = 0;
    if (call->plan->func < 0 || !thread->kernel)
        return;
    for (int i = 0; i < thread->kernel->word_count && count < ROOM - 1; i++) {
        if (!thread->words[i] || thread->word_memory[i] != IQ_ARGUMENT_MANAGED)
            continue;
        struct iq_access *some = accesses + count;
        int found =
            word_accesses(thread->kernel, i, thread->words[i], thread->word_memory, false, some);
        for (int k = 0; k < found; k++) {
            if (some[k].likely || some[k].ordered)
                continue; /* it may leave them alone, or the host may look at them meanwhile */
            managed[words.count++] = some[k].lo;
            some[k].function = call->args[call->plan->func];
            some[k].arg = -1;
            accesses[count++] = some[k];
        }
    }
    if (count)
        iq_footprint_place(iq_call_ref_of(call), timeline, accesses, count, true, &words);
}

void iq_flow_put_node(struct iq_thread *thread, struct iq_call *call, struct iq_captured *captured,
                      uint32_t op, const struct iq_kernel *kernel)
{
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_access accesses[2];
    struct footprint footprint;
    collect(thread, call, &footprint);
    bool host_only = is_host_only(&footprint);
    for (int i = 0; i < footprint.count && !host_only; i++) {
        footprint.accesses[i].ref = ref;
        iq_captured_add(captured, op, &footprint.accesses[i]);
    }
    for (int i = 0; kernel && i < kernel->word_count; i++) {
        int count = thread->words[i] ? word_accesses(kernel, i, thread->words[i],
                                                     thread->word_memory, false, accesses)
                                     : 0;
        for (int k = 0; k < count; k++) {
            accesses[k].function = thread->launching;
            accesses[k].ref = ref;
            iq_captured_add(captured, op, &accesses[k]);
        }
    }
}
