/* What the work of one call touches, and whether that conflicts with what is pending. */
#include "api_cuda/flow_work.h"

#include <string.h>

#include "base/hot.h"
#include "api_cuda/captures.h"
#include "call/core.h"
#include "call/expand.h"
#include "order/guard.h"
#include "api_cuda/kernels.h"
#include "base/memory.h"
#include "call/plan.h"
#include "order/reach.h"
#include "call/repeat.h"
#include "call/variable.h"
#include "call/walk.h"

enum { CALL_TOUCHES = 32, INLINE_COPY = 64 << 10 /* pageable copies up to this size travel with the command: whoever comes later sees them */ };

/* Conflicts. */

struct iq_conflict *iq_flow_found(void)
{
    static struct iq_conflict last_resort;      /* out of memory */
    struct iq_thread *thread = iq_thread_block;
    if (!thread->conflict)
        thread->conflict = iq_core_alloc(sizeof *thread->conflict);
    return thread->conflict ? thread->conflict : &last_resort;
}

static struct iq_conflict *remember(enum iq_conflict_kind kind, const struct iq_touch *earlier, const struct iq_touch *touch, const struct iq_timeline *owner,
                     const struct iq_timeline *timeline)
{
    struct iq_conflict *found = iq_flow_found();
    *found = (struct iq_conflict){ .kind = kind, .earlier = *earlier, .later = *touch, .freed_async = kind == IQ_CONFLICT_FREE && timeline,
                                   .from = iq_conflict_stream_of(owner), .to = iq_conflict_stream_of(timeline) };
    if (!iq_touch_overlap(earlier, touch, &found->lo, &found->hi))
        found->lo = found->hi = 0;
    return found;
}

struct iq_conflict *iq_flow_look(enum iq_conflict_kind kind, struct iq_timeline *timeline, const struct iq_touch *touch)
{
    struct iq_timeline *owner;
    const struct iq_touch *earlier = iq_clock_conflict(timeline, touch, kind == IQ_CONFLICT_FREE, &owner);
    if (!earlier)
        return NULL;
    struct iq_conflict *found = remember(kind, earlier, touch, owner, timeline);
    if (timeline)
        iq_clock_wait_for(timeline, owner);     /* what follows has the same cause */
    else
        iq_clock_done(owner);
    return found;
}

void iq_flow_send(struct iq_call *call)
{
    const struct iq_conflict *found = iq_flow_found();
    int arg = found->later.arg;
    struct iq_event event = { .kind = IQ_EVENT_CONFLICT, .phase = IQ_PHASE_DONE, .call = call, .arg = arg,
                              .role = arg < 0 ? NULL : &call->entry->args[arg], .value = found->later.lo, .conflict = found };
    iq_rule_dispatch(&event);
}

/* What [call] captures on [timeline] touches memory: may it run beside something that was captured before? */
static bool capture(struct iq_call *call, struct iq_timeline *timeline, struct iq_touch *touches, int count)
{
    const struct iq_timeline *on;
    int which = 0;
    for (int i = 0; i < count; i++)
        touches[i].mark = iq_call_mark(call);
    const struct iq_touch *earlier = iq_capture_touch(timeline, touches, count, &which, &on);
    if (earlier)
        remember(IQ_CONFLICT_RACE, earlier, &touches[which], on, timeline)->captured = true;
    return earlier;
}

/* Copies and fills. */

struct access {
    struct iq_touch touches[CALL_TOUCHES];
    int count;
    unsigned from, to;          /* enum iq_where of what is read, written */
    uint64_t bytes;
    int frame;                  /* argument that may lie in a frame of the caller, -1: none */
    bool list;                  /* of several elements, which are nobody's arguments */
};

/* The processor moves the bytes, no device does. */
static bool is_host_only(const struct access *access) { return access->from & (IQ_WHERE_PINNED | IQ_WHERE_PAGEABLE) && access->to & (IQ_WHERE_PINNED | IQ_WHERE_PAGEABLE); }

/* Memory argument [i] of [call] is [size] bytes at [address].  Returns what is to be kept of it; NULL: nothing. */
static inline struct iq_touch *collect_one(const struct iq_call *call, int i, uint64_t address, uint64_t size, enum iq_where where, struct access *access)
{
    bool write = call->plan->writes >> i & 1;
    if (!address || !size || size > UINT64_MAX - address)
        return NULL;
    access->bytes = size;
    if (write)
        access->to |= where;
    else
        access->from |= where;
    if (where == IQ_WHERE_PAGEABLE && iq_variable_is_near(address))
        access->frame = i;
    if (where & (IQ_WHERE_PAGEABLE | IQ_WHERE_OTHER) || access->count == CALL_TOUCHES)
        return NULL;
    struct iq_touch *touch = &access->touches[access->count++];
    *touch = (struct iq_touch){ .lo = address, .hi = address + size, .arg = (int8_t)i, .write = write, .host = where == IQ_WHERE_PINNED,
                                .likely = where == IQ_WHERE_MANAGED };
    return touch;
}

/* The elements of a list, as many as there is room for. */
IQ_COLD static void collect_list(const struct iq_call *call, struct access *access)
{
    uint64_t values[IQ_THREAD_ARGS];
    bool settled;
    for (uint64_t index = 0; access->count < CALL_TOUCHES && index < CALL_TOUCHES && iq_expand_element(call, index, values, &settled); index++)
        for (uint32_t left = call->plan->access, i; left; left &= left - 1) {
            i = (uint32_t)__builtin_ctz(left);
            const struct iq_arg *role = &call->entry->args[i];
            struct iq_range range;
            enum iq_where where = iq_range_find(values[i], &range) ? iq_where_of(range.kind) : IQ_WHERE_PAGEABLE;
            bool over = settled && where & (IQ_WHERE_PINNED | IQ_WHERE_PAGEABLE) && role->role == IQ_ROLE_READ;
            struct iq_touch *touch = over ? NULL : collect_one(call, (int)i, values[i], values[role->size_arg], where, access);
            if (touch && touch->lo != call->args[i])
                touch->arg = -1;        /* the argument is another element's */
        }
}

/* The variable that the program named. */
IQ_COLD static void collect_symbol(const struct iq_call *call, struct access *access)
{
    int arg = call->plan->symbol;
    bool write = !call->plan->writes;
    uint64_t size = call->args[call->entry->args[arg].size_arg];
    if (access->count == CALL_TOUCHES || !size || size > UINT64_MAX - call->symbol)
        return;
    *(write ? &access->to : &access->from) |= IQ_WHERE_DEVICE;
    access->touches[access->count++] = (struct iq_touch){ .lo = call->symbol, .hi = call->symbol + size, .arg = (int8_t)arg, .write = write };
}

/* A rectangle has gaps between its rows. */
static void set_rows(const struct iq_call *call, const struct iq_arg *role, struct iq_touch *touch)
{
    touch->pitch = call->args[role->pitch - 1];
    touch->width = call->args[role->size_arg] * (role->unit ? role->unit : 1);
    if (touch->pitch <= touch->width || call->args[role->rows - 1] < 2)
        touch->pitch = 0;
}

/* As the last time. */
static void collect_again(const struct iq_repeat *repeat, struct access *access)
{
    access->count = repeat->count;
    memcpy(access->touches, repeat->touches, sizeof repeat->touches);
    access->from = repeat->from;
    access->to = repeat->to;
    access->bytes = repeat->bytes;
    access->frame = -1;
    access->list = false;
}

IQ_FAST static void collect(const struct iq_thread *thread, const struct iq_call *call, struct access *access)
{
    if (call->repeat && call->repeat->entry) {
        collect_again(call->repeat, access);
        return;
    }
    access->count = 0;
    access->from = access->to = 0;
    access->bytes = 0;
    access->frame = -1;
    access->list = call->entry->shape && call->entry->shape->element;
    if (access->list) {
        collect_list(call, access);
        return;
    }
    for (uint32_t left = call->plan->access, i; left; left &= left - 1) {
        i = (uint32_t)__builtin_ctz(left);
        struct iq_touch *touch = collect_one(call, (int)i, call->args[i], thread->places[i].size, (enum iq_where)thread->places[i].where, access);
        if (touch && __builtin_expect(call->entry->args[i].rows, 0))
            set_rows(call, &call->entry->args[i], touch);
    }
    if (__builtin_expect(call->symbol != 0, 0))
        collect_symbol(call, access);
}

/* The memory that touch [i] is in, if it is the host's; NULL: it is not. */
static const struct iq_range *host_range(const struct iq_thread *thread, const struct iq_call *call, const struct access *access, int i, struct iq_range *range)
{
    const struct iq_touch *touch = &access->touches[i];
    if (!touch->host)
        return NULL;
    if (call->repeat && call->repeat->entry)
        return &call->repeat->host;
    if (!access->list)
        return &thread->places[touch->arg].range;
    return iq_range_find(touch->lo, range) ? range : NULL;
}

/* Touches that it is the turn of guards for, bit i is touch i.  Asked once per call. */
IQ_FAST static uint32_t due_guards(const struct iq_thread *thread, struct iq_call *call, struct access *access)
{
    struct iq_range found_range;
    uint32_t due = 0;
    if (__builtin_expect(thread->order.guarded_call == call->number, 0))
        return thread->order.guards;
    for (int i = 0; i < access->count; i++) {
        const struct iq_range *range = host_range(thread, call, access, i, &found_range);
        if (!range)
            continue;
        access->touches[i].mark.stack = iq_call_stack(call);
        due |= (uint32_t)iq_guard_is_due(&access->touches[i], range) << i;
    }
    return due;
}

/* Keeps what the operation touches while it is pending. */
IQ_FAST static void keep(const struct iq_thread *thread, struct iq_timeline *timeline, struct iq_call *call, struct access *access, uint32_t guards, bool likely)
{
    struct iq_mark mark = iq_call_mark(call);
    struct iq_range range;
    for (int i = 0; i < access->count; i++) {
        access->touches[i].mark = mark;
        access->touches[i].likely |= likely;
    }
    if (access->count)
        iq_clock_touch_all(timeline, access->touches, access->count);
    for (; guards; guards &= guards - 1) {
        int i = __builtin_ctz(guards);
        const struct iq_range *memory = i < access->count ? host_range(thread, call, access, i, &range) : NULL;
        if (memory)             /* elements of a list may be given back while the call is under way */
            iq_guard_add_due(timeline, &access->touches[i], memory);
    }
}

/* Looks for what the operation meets. */
IQ_FAST static bool meets(struct iq_timeline *timeline, const struct access *access, enum iq_conflict_kind kind)
{
    bool conflict = false;
    iq_clock_begin(timeline);
    bool alone = kind == IQ_CONFLICT_RACE && iq_clock_is_apart(timeline, 0, UINT64_MAX);
    for (int i = 0; i < access->count && !conflict && !alone; i++)
        conflict = iq_flow_look(kind, timeline, &access->touches[i]);
    return conflict;
}

/* The same copy as the last one of its stream, with nobody near: only its time is another one. */
IQ_FAST bool iq_flow_access_again(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline)
{
    const struct iq_repeat *repeat = call->repeat;
    if (!iq_clock_is_kept(timeline, &repeat->place) || repeat->place.at + repeat->count != timeline->count)
        return false;
    iq_clock_begin(timeline);
    if (!iq_clock_is_apart(timeline, 0, UINT64_MAX))
        return false;
    if (repeat->guardable && iq_guard_is_wanted(iq_call_stack(call), repeat->guard_place)) {
        thread->order.guarded_call = call->number;
        thread->order.guards = repeat->guardable;
        return false;
    }
    iq_clock_touch_again(timeline, repeat->place.at, repeat->count, iq_call_mark(call));
    return true;
}

/* What was found out is known the next time. */
static void complete(const struct iq_thread *thread, const struct iq_call *call, const struct access *access)
{
    struct iq_repeat *repeat = call->repeat;
    struct iq_range found;
    if (!access->count || access->count > IQ_REPEAT_TOUCHES || access->list)
        return;
    repeat->guardable = 0;
    for (int i = 0; i < access->count; i++) {
        const struct iq_range *range = host_range(thread, call, access, i, &found);
        repeat->touches[i] = access->touches[i];
        repeat->touches[i].mark = (struct iq_mark){ 0 };
        if (range)
            repeat->host = *range;
        if (range && iq_guard_is_possible(&access->touches[i], range, &repeat->guard_place))
            repeat->guardable = (uint8_t)(1 << i);
    }
    repeat->count = (uint8_t)access->count;
    repeat->from = access->from;
    repeat->to = access->to;
    repeat->bytes = access->bytes;
    repeat->entry = call->entry;
}

/* A copy that returns at once, between the device and memory that nobody else may free or use up meanwhile, and without a guard.  False: it is another one. */
IQ_FAST bool iq_flow_access_ahead(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline)
{
    struct iq_repeat *repeat = call->repeat;
    struct access access;
    collect(thread, call, &access);
    if (is_host_only(&access) || access.frame >= 0 || access.to & IQ_WHERE_PAGEABLE)
        return false;
    uint32_t guards = due_guards(thread, call, &access);
    if (__builtin_expect(guards, 0)) {          /* the driver may look at the memory as long as it works */
        thread->order.guarded_call = call->number;
        thread->order.guards = guards;
        return false;
    }
    call->conflict = meets(timeline, &access, IQ_CONFLICT_RACE);
    if (iq_reach_is_on())
        iq_reach_place(iq_call_mark(call), timeline, access.touches, access.count, false, NULL);
    keep(thread, timeline, call, &access, 0, false);
    if (repeat && !repeat->entry)
        complete(thread, call, &access);
    if (repeat && repeat->entry && !repeat->elsewhere)
        repeat->place = iq_clock_place_of_last(timeline, repeat->count);
    return true;
}

/* *frame: argument in a frame that nobody promises to be done with, -1: none. */
IQ_FAST bool iq_flow_access_done(const struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline, int *frame)
{
    struct access access;
    bool async = call->entry->flags & IQ_ENTRY_ASYNC;
    collect(thread, call, &access);
    if (timeline->capture)
        return capture(call, timeline, access.touches, access.count);
    bool host_only = is_host_only(&access), conflict = meets(timeline, &access, host_only ? IQ_CONFLICT_HOST : IQ_CONFLICT_RACE);
    if (host_only) {
        if (iq_reach_is_on())
            iq_reach_place(iq_call_mark(call), timeline, access.touches, access.count, false, NULL);
        iq_clock_done(timeline);        /* fully synchronous, and in the order of the stream: all that came before is complete, too */
        return conflict;
    }
    *frame = async ? access.frame : -1;
    if (iq_reach_is_on())
        iq_reach_place(iq_call_mark(call), timeline, access.touches, access.count, false, NULL);
    if (access.to & IQ_WHERE_PAGEABLE || (!async && (access.to | access.from) & (IQ_WHERE_PINNED | IQ_WHERE_MANAGED | IQ_WHERE_OTHER)))
        iq_clock_done(timeline);
    else if (!async && access.from & IQ_WHERE_PAGEABLE) {
        iq_clock_done(timeline);
        if (access.bytes > INLINE_COPY)
            keep(thread, timeline, call, &access, due_guards(thread, call, &access), true);
    } else
        keep(thread, timeline, call, &access, due_guards(thread, call, &access), false);
    return conflict;
}

/* Kernels. */

/* The lowest bytes of [mask] that follow each other, seen from [address]. */
static void lowest_run(uint64_t mask, uint64_t address, struct iq_touch *touch)
{
    unsigned first = (unsigned)__builtin_ctzll(mask);
    uint64_t rest = ~(mask >> first);
    touch->lo = address + first;
    touch->hi = touch->lo + (rest ? (unsigned)__builtin_ctzll(rest) : 64);
}

/* What the kernel does through one word of its parameters, as far as it is certain which bytes these are; at most two touches. */
static int word_touches(const struct iq_kernel *kernel, int i, uint64_t address, int memory, struct iq_touch touches[2])
{
    const struct iq_image_word *word = &kernel->words[i];
    uint64_t written = word->written, read = word->read & ~written;
    int count = 0;
    bool exact = kernel->has_code && !kernel->may_wait && memory != IQ_ARGUMENT_OTHER;
    for (int kind = 0; exact && kind < 3 && count < 2; kind++) {
        uint64_t mask = kind == 0 ? written : kind == 1 ? word->ordered & ~written : read;
        uint64_t sure = mask & (kind < 2 ? word->sure_written : word->sure_read);
        if (!mask)
            continue;
        struct iq_touch *touch = &touches[count++];
        *touch = (struct iq_touch){ .write = kind < 2, .ordered = kind == 1, .likely = !sure, .parameter = (int16_t)word->param,
                                     .offset = iq_image_word_is_offset(word), .host = memory == IQ_ARGUMENT_PINNED };
        lowest_run(sure ? sure : mask, address, touch);
    }
    if (count || (memory != IQ_ARGUMENT_POOL && memory != IQ_ARGUMENT_PINNED) || iq_image_word_is_offset(word))
        return count;
    touches[0] = (struct iq_touch){ .lo = address, .hi = address + 1, .likely = true, .parameter = (int16_t)word->param, .reach = true, .write = true,
                                    .guess = !kernel->has_code || word->use & IQ_USE_UNKNOWN };
    return 1;
}

static int expand_launch(const struct iq_later *later, struct iq_touch touches[2 * IQ_LATER_WORDS])
{
    const struct iq_kernel *kernel = later->what;
    int count = 0;
    for (int i = 0; i < kernel->word_count && i < IQ_LATER_WORDS; i++)
        if (later->words[i])
            count += word_touches(kernel, i, later->words[i], later->memory[i], touches + count);
    for (int i = 0; i < count; i++) {
        touches[i].function = later->function;
        touches[i].arg = later->arg;
        touches[i].mark = later->mark;
    }
    return count;
}

/* The words of a launch, and between which addresses they lead. */
struct words { uint64_t word[IQ_LATER_WORDS], lo, hi, hash; };

static bool find_words(const struct iq_thread *thread, struct words *words)
{
    enum { MASK_BYTES = 64 };           /* a word's masks reach so far */
    const struct iq_kernel *kernel = thread->kernel;
    if (kernel->word_count > IQ_LATER_WORDS)
        return false;
    uint64_t lo = UINT64_MAX, hi = 0, hash = (uintptr_t)kernel;
    for (int i = 0; i < kernel->word_count; i++) {
        uint64_t word = thread->word_memory[i] == IQ_ARGUMENT_OTHER ? 0 : thread->words[i];
        words->word[i] = word;
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        lo = word && word < lo ? word : lo;
        hi = word > hi ? word : hi;
    }
    words->lo = lo;
    words->hi = hi ? hi + MASK_BYTES : 0;
    words->hash = hash;
    return true;
}

/* Nothing near is pending, so nothing can conflict now: what the kernel touches is worked out if a later operation asks. */
static bool keep_launch(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline, const struct words *words)
{
    const struct iq_kernel *kernel = thread->kernel;
    struct iq_later *later = iq_clock_touch_later(timeline, words->hash ^ words->hash >> 40, words->lo, words->hi);
    if (!later)
        return false;
    later->expand = expand_launch;
    later->what = kernel;
    later->function = call->args[call->plan->func];
    later->mark = iq_call_mark(call);
    later->arg = call->plan->args;
    for (int i = 0; i < kernel->word_count; i++) {
        later->words[i] = words->word[i];
        later->memory[i] = thread->word_memory[i];
    }
    return true;
}

/* What it touches, one by one. */
static bool work_out(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline)
{
    enum { ROOM = 32 };
    struct iq_touch touches[ROOM];
    bool conflict = false;
    int count = 0;
    struct iq_mark mark = iq_call_mark(call);
    for (int i = 0; i < thread->kernel->word_count && count < ROOM - 1; i++)
        if (thread->words[i])
            count += word_touches(thread->kernel, i, thread->words[i], thread->word_memory[i], touches + count);
    for (int i = 0; i < count; i++) {
        touches[i].function = call->args[call->plan->func];
        touches[i].arg = call->plan->args;
        touches[i].mark = mark;
    }
    if (timeline->capture)
        return capture(call, timeline, touches, count);
    for (int i = 0; i < count && !conflict; i++)
        conflict = iq_flow_look(IQ_CONFLICT_RACE, timeline, &touches[i]);
    if (count)
        iq_clock_touch_all(timeline, touches, count);
    return conflict;
}

IQ_FAST bool iq_flow_kernel_done(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline)
{
    struct words words;
    if (timeline->capture)
        return work_out(thread, call, timeline);
    iq_clock_begin(timeline);
    if (find_words(thread, &words)) {
        if (!words.hi)
            return false;
        if (iq_clock_is_apart(timeline, words.lo, words.hi) && keep_launch(thread, call, timeline, &words))
            return false;
    }
    return work_out(thread, call, timeline);
}

/* Does the launch touch memory that is known?  A stream that may touch it too may be made while it runs. */
bool iq_flow_has_touches(const struct iq_thread *thread, const struct iq_call *call)
{
    return call->entry->flags & IQ_ENTRY_LAUNCH && call->plan->func >= 0 && thread->kernel && thread->kernel->word_count;
}

/* The processor, not the device, may be what moves these bytes: guards would stop it. */
void iq_flow_unguard(const struct iq_thread *thread, const struct iq_call *call)
{
    struct access access;
    collect(thread, call, &access);
    bool any = iq_core.soft || !(call->plan->steps & IQ_STEP_ASYNC) || is_host_only(&access);
    for (int i = 0; i < access.count && any; i++)
        if (access.touches[i].host)
            iq_guard_drop(access.touches[i].lo, access.touches[i].hi);
}

void iq_flow_put_node(struct iq_thread *thread, struct iq_call *call, struct iq_captured *captured, uint32_t op, const struct iq_kernel *kernel)
{
    struct iq_mark mark = iq_call_mark(call);
    struct iq_touch touches[2];
    struct access access;
    collect(thread, call, &access);
    bool host_only = is_host_only(&access);
    for (int i = 0; i < access.count && !host_only; i++) {
        access.touches[i].mark = mark;
        iq_captured_add(captured, op, &access.touches[i]);
    }
    for (int i = 0; kernel && i < kernel->word_count; i++) {
        int count = thread->words[i] ? word_touches(kernel, i, thread->words[i], thread->word_memory[i], touches) : 0;
        for (int k = 0; k < count; k++) {
            touches[k].function = thread->launching;
            touches[k].mark = mark;
            iq_captured_add(captured, op, &touches[k]);
        }
    }
}
