#include "core/flow.h"

#include <string.h>
#include <strings.h>

#include "base/hot.h"
#include "core/captures.h"
#include "core/core.h"
#include "core/expand.h"
#include "core/guard.h"
#include "core/kernels.h"
#include "core/launch.h"
#include "core/memory.h"
#include "core/nodes.h"
#include "core/plan.h"
#include "core/reach.h"
#include "core/told.h"
#include "core/variable.h"
#include "core/walk.h"

void iq_fx_graph_kernel_node(struct iq_call *call, int phase);

/* Nodes that record events, and such that may wait for others or have the host or another device take part. */
enum { RECORDING_NODES = 1u << IQ_NODE_RECORD,
       WAITING_NODES = 1u << IQ_NODE_WAIT | 1u << IQ_NODE_HOST | 1u << IQ_NODE_GRAPH | 1u << IQ_NODE_BATCH | 1u << IQ_NODE_SIGNAL_SEMAPHORE | 1u << IQ_NODE_WAIT_SEMAPHORE };
enum { CALL_TOUCHES = 32, INLINE_COPY = 64 << 10 /* pageable copies up to this size travel with the command: whoever comes later sees them */ };

/* What an event stands for. */
struct event_state { struct iq_moment *moment; uint64_t capture, captured_before; bool unseen; struct event_state *next; };

/* An executable graph: its launches wait for each other, whatever streams they are on. */
struct executable { void *captured; struct iq_moment *launched; struct executable *next; };

static struct event_state *free_states;
static struct executable *free_executables;
static bool unseen_events;          /* some graph may record events that we do not know of */
static bool waiting_graphs;         /* some graph made node by node may wait for others, or call the host */
static __thread struct iq_conflict found __attribute__((tls_model("initial-exec")));

static int device_of(const struct iq_thread *thread, const struct iq_call *call)
{
    if (thread->current && thread->current->device >= 0)
        return thread->current->device;
    return thread->current && call->entry->api == IQ_API_CUDA ? -1 : thread->device;
}

static inline struct iq_handle *handle_at(const struct iq_call *call, int i, enum iq_kind kind)
{
    struct iq_handle *handle = i >= 0 && i < 8 ? call->found[i] : NULL;
    if (!handle && i >= 0 && call->args[i])
        handle = iq_handle_find(kind, call->args[i]);
    return handle && handle->kind == kind ? handle : NULL;
}

/* The timeline of a stream, made when it is first seen. */
static struct iq_timeline *timeline_of_handle(struct iq_handle *handle)
{
    if (!handle->flow) {
        int device = handle->context ? handle->context->device : -1;
        if (device < 0)
            iq_clock_mix_devices();
        handle->flow = iq_clock_create(device, !(handle->flags & IQ_HANDLE_NON_BLOCKING), handle->value, handle->serial);
        iq_reach_start();
    }
    return handle->flow;
}

static bool is_legacy(const struct iq_call *call, uint64_t stream) { return stream == 1 || (!stream && !(call->entry->flags & IQ_ENTRY_PTSZ)); }

/* The timeline that [call] works on; NULL: unknown. */
IQ_FAST static struct iq_timeline *timeline_of(const struct iq_thread *thread, const struct iq_call *call)
{
    int arg = call->plan->stream;
    uint64_t stream = iq_walk_stream(call);
    if (stream <= 2) {
        int device = device_of(thread, call);
        if (device < 0)
            iq_clock_mix_devices();
        if (is_legacy(call, stream))
            return iq_clock_legacy(device);
        iq_reach_start();
        return iq_clock_thread(device, thread->number);
    }
    struct iq_handle *handle = arg >= 0 ? handle_at(call, arg, IQ_KIND_STREAM) : iq_handle_find(IQ_KIND_STREAM, stream);
    return handle && handle->kind == IQ_KIND_STREAM ? timeline_of_handle(handle) : NULL;
}

/* Conflicts. */

static void remember(enum iq_conflict_kind kind, const struct iq_touch *earlier, const struct iq_touch *touch, const struct iq_timeline *owner,
                     const struct iq_timeline *timeline)
{
    found = (struct iq_conflict){ .kind = kind, .earlier = *earlier, .later = *touch, .freed_async = kind == IQ_CONFLICT_FREE && timeline,
                                   .from = iq_conflict_stream_of(owner), .to = iq_conflict_stream_of(timeline) };
    if (!iq_touch_overlap(earlier, touch, &found.lo, &found.hi))
        found.lo = found.hi = 0;
}

/* Looks for what [touch] of [timeline] (NULL: the host) conflicts with and remembers it.  One conflict per call is enough. */
static bool look(enum iq_conflict_kind kind, struct iq_timeline *timeline, const struct iq_touch *touch)
{
    struct iq_timeline *owner;
    const struct iq_touch *earlier = iq_clock_conflict(timeline, touch, kind == IQ_CONFLICT_FREE, &owner);
    if (!earlier)
        return false;
    remember(kind, earlier, touch, owner, timeline);
    if (timeline)
        iq_clock_wait_for(timeline, owner);     /* what follows has the same cause */
    else
        iq_clock_done(owner);
    return true;
}

static void send(struct iq_call *call)
{
    int arg = found.later.arg;
    struct iq_event event = { .kind = IQ_EVENT_CONFLICT, .phase = IQ_PHASE_DONE, .call = call, .arg = arg,
                              .role = arg < 0 ? NULL : &call->entry->args[arg], .value = found.later.lo, .conflict = &found };
    iq_rule_dispatch(&event);
}

/* Captures. */

/* What [call] captures on [timeline] touches memory: may it run beside something that was captured before? */
static bool capture(struct iq_call *call, struct iq_timeline *timeline, struct iq_touch *touches, int count)
{
    const struct iq_timeline *on;
    int which = 0;
    for (int i = 0; i < count; i++)
        touches[i].mark = iq_call_mark(call);
    const struct iq_touch *earlier = iq_capture_touch(timeline, touches, count, &which, &on);
    if (earlier)
        remember(IQ_CONFLICT_RACE, earlier, &touches[which], on, timeline);
    found.captured = true;
    return earlier;
}

/* Handle that [call] made; kind of its first NEW argument. */
static struct iq_handle *made(const struct iq_call *call, enum iq_kind kind)
{
    uint64_t value = 0;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_NEW && call->entry->args[i].kind == kind && call->args[i])
            memcpy(&value, (const void *)(uintptr_t)call->args[i], sizeof value);
    struct iq_handle *handle = value ? iq_handle_find(kind, value) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

static bool is_about_nodes(const struct iq_call *call, unsigned nodes) { return call->entry->nodes & nodes; }

static int arg_of_kind(const struct iq_call *call, enum iq_kind kind)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        int role = call->entry->args[i].role;
        if (call->entry->args[i].kind == kind && role != IQ_ROLE_NEW && role != IQ_ROLE_OUT)
            return i;
    }
    return -1;
}

static struct executable *executable_of(struct iq_handle *exec)
{
    if (exec->flow)
        return exec->flow;
    struct executable *executable = free_executables;
    if (executable)
        free_executables = executable->next;
    else if (!(executable = iq_core_alloc(sizeof *executable)))
        return NULL;
    *executable = (struct executable){ .captured = NULL };
    return exec->flow = executable;
}

static void executable_drop(struct iq_handle *exec)
{
    struct executable *executable = exec->flow;
    if (!executable)
        return;
    exec->flow = NULL;
    iq_captured_drop(&executable->captured);
    iq_clock_release(executable->launched);
    executable->next = free_executables;
    free_executables = executable;
}

/* What [graph] was captured to do is what [exec] does from now on. */
static void share(struct iq_handle *exec, const struct iq_handle *graph)
{
    struct executable *executable = exec ? executable_of(exec) : NULL;
    struct iq_captured *captured = graph ? graph->flow : NULL;
    if (!executable)
        return;
    if (captured)
        captured->refs++;
    iq_captured_drop(&executable->captured);
    executable->captured = captured;
}

/* Events. */

/* Made where we could not see it, or by another process. */
static bool is_foreign(const struct iq_handle *event)
{
    return event->flags & IQ_HANDLE_ADOPTED || (event->created.entry && strstr(event->created.entry->name, "Ipc"));
}

static struct event_state *state_of(struct iq_handle *event)
{
    if (event->flow)
        return event->flow;
    struct event_state *state = free_states;
    if (state)
        free_states = state->next;
    else if (!(state = iq_core_alloc(sizeof *state)))
        return NULL;
    *state = (struct event_state){ .unseen = is_foreign(event) };
    return event->flow = state;
}

static struct iq_handle *event_at(const struct iq_call *call) { return handle_at(call, call->plan->event, IQ_KIND_EVENT); }

static bool is_unseen(const struct iq_handle *event)
{
    const struct event_state *state = event->flow;
    return unseen_events || (state ? state->unseen : is_foreign(event));
}

/* Is the record or the wait for whoever launches the graph, and no part of the capture? */
static bool is_external(const struct iq_call *call)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (!strcasecmp(call->entry->args[i].name, "flags"))
            return call->args[i] & 1;
    return false;
}

static void record(const struct iq_call *call, struct iq_timeline *timeline, struct iq_handle *event)
{
    struct event_state *state = event ? state_of(event) : NULL;
    if (!state)
        return;
    if (timeline && timeline->capture && is_external(call)) {
        state->unseen = true;
        return;
    }
    if (timeline && !timeline->capture) {
        state->capture = 0;
        state->moment = iq_clock_record(timeline, state->moment);
        return;
    }
    state->capture = timeline ? timeline->capture : 0;
    state->captured_before = timeline ? timeline->captured_before : 0;
    state->unseen |= !timeline;
}

static void wait(struct iq_timeline *timeline, struct iq_handle *event)
{
    const struct event_state *state = event ? event->flow : NULL;
    if (!timeline)
        return;
    if (state && iq_capture_is_live(state->capture)) {
        iq_capture_join(timeline, state->capture, state->captured_before);
        return;
    }
    if (timeline->capture) {
        iq_capture_waits(timeline);
        return;
    }
    iq_clock_begin(timeline);
    if (!event || is_unseen(event))
        iq_clock_wait_for_all(timeline);
    else if (state && state->moment)
        iq_clock_wait(timeline, state->moment);
}

static void synchronise_events(const struct iq_call *call)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        if (call->entry->args[i].kind != IQ_KIND_EVENT)
            continue;
        const struct iq_handle *event = handle_at(call, i, IQ_KIND_EVENT);
        const struct event_state *state = event ? event->flow : NULL;
        if (!event || is_unseen(event))
            iq_clock_done_all();
        else if (state && state->moment)
            iq_clock_done_moment(state->moment);
    }
}

static void destroy_event(struct iq_handle *event)
{
    struct event_state *state = event ? event->flow : NULL;
    if (!state)
        return;
    event->flow = NULL;
    iq_clock_release(state->moment);
    state->next = free_states;
    free_states = state;
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

/* A rectangle has gaps between its rows. */
static void set_rows(const struct iq_call *call, const struct iq_arg *role, struct iq_touch *touch)
{
    touch->pitch = call->args[role->pitch - 1];
    touch->width = call->args[role->size_arg] * (role->unit ? role->unit : 1);
    if (touch->pitch <= touch->width || call->args[role->rows - 1] < 2)
        touch->pitch = 0;
}

IQ_FAST static void collect(const struct iq_thread *thread, const struct iq_call *call, struct access *access)
{
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
}

/* Keeps what the operation touches while it is pending. */
IQ_FAST static void keep(const struct iq_thread *thread, struct iq_timeline *timeline, struct iq_call *call, struct access *access, bool likely)
{
    struct iq_mark mark = iq_call_mark(call);
    struct iq_range range;
    for (int i = 0; i < access->count; i++) {
        access->touches[i].mark = mark;
        access->touches[i].likely |= likely;
    }
    if (access->count)
        iq_clock_touch_all(timeline, access->touches, access->count);
    for (int i = 0; i < access->count; i++) {
        const struct iq_touch *touch = &access->touches[i];
        if (touch->host && !access->list)
            iq_guard_add(timeline, touch, &thread->places[touch->arg].range);
        else if (touch->host && iq_range_find(touch->lo, &range))
            iq_guard_add(timeline, touch, &range);
    }
}

/* *frame: argument in a frame that nobody promises to be done with, -1: none. */
IQ_FAST static bool access_done(const struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline, int *frame)
{
    struct access access;
    bool async = call->entry->flags & IQ_ENTRY_ASYNC, conflict = false;
    collect(thread, call, &access);
    if (timeline->capture)
        return capture(call, timeline, access.touches, access.count);
    iq_clock_begin(timeline);
    bool host_only = is_host_only(&access);
    bool alone = !host_only && iq_clock_is_apart(timeline, 0, UINT64_MAX);
    for (int i = 0; i < access.count && !conflict && !alone; i++)
        conflict = look(host_only ? IQ_CONFLICT_HOST : IQ_CONFLICT_RACE, timeline, &access.touches[i]);
    if (host_only)
        return conflict;
    *frame = async ? access.frame : -1;
    if (iq_reach_is_on())
        iq_reach_place(call, timeline, access.touches, access.count, false);
    if (access.to & IQ_WHERE_PAGEABLE || (!async && (access.to | access.from) & (IQ_WHERE_PINNED | IQ_WHERE_MANAGED | IQ_WHERE_OTHER)))
        iq_clock_done(timeline);
    else if (!async && access.from & IQ_WHERE_PAGEABLE) {
        iq_clock_done(timeline);
        if (access.bytes > INLINE_COPY)
            keep(thread, timeline, call, &access, true);
    } else
        keep(thread, timeline, call, &access, false);
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
        conflict = look(IQ_CONFLICT_RACE, timeline, &touches[i]);
    if (count)
        iq_clock_touch_all(timeline, touches, count);
    return conflict;
}

IQ_FAST static bool kernel_done(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline)
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
static bool has_touches(const struct iq_thread *thread, const struct iq_call *call)
{
    return call->entry->flags & IQ_ENTRY_LAUNCH && call->plan->func >= 0 && thread->kernel && thread->kernel->word_count;
}

/* Memory. */

/* The whole allocation that memory argument [i] begins; false: unknown. */
static bool whole(const struct iq_thread *thread, const struct iq_call *call, struct iq_touch *touch, enum iq_where *where)
{
    for (int i = 0; i < call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        int role = call->entry->args[i].role;
        const struct iq_place *place = &thread->places[i];
        if ((role != IQ_ROLE_DELMEM && role != IQ_ROLE_UNREGMEM) || !call->args[i] || !place->live || place->range.base != call->args[i] ||
            !place->range.size)
            continue;
        *touch = (struct iq_touch){ .lo = place->range.base, .hi = place->range.base + place->range.size, .arg = (int8_t)i, .write = true };
        *where = (enum iq_where)place->where;
        return true;
    }
    return false;
}

bool iq_flow_frees_pool(const struct iq_thread *thread, const struct iq_call *call)
{
    int arg = iq_entry_arg(call->entry, IQ_ROLE_DELMEM);
    const struct iq_range *range = arg >= 0 && arg < IQ_THREAD_ARGS && thread->places[arg].live ? &thread->places[arg].range : NULL;
    return range && range->kind == IQ_KIND_DEVICE_MEMORY && range->created.entry && range->created.entry->flags & IQ_ENTRY_ASYNC;
}

static bool made_memory(const struct iq_call *call, uint64_t *lo, uint64_t *hi)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_NEWMEM && call->args[i] && call->entry->args[i].size_arg >= 0 &&
            !strstr(call->entry->args[i].type, "_v1")) {
            memcpy(lo, (const void *)(uintptr_t)call->args[i], sizeof *lo);
            return !__builtin_add_overflow(*lo, iq_walk_size(call, i), hi) && *lo;
        }
    return false;
}

static bool free_before(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    struct iq_touch touch;
    enum iq_where where;
    if (!whole(thread, call, &touch, &where))
        return false;
    if (flow == IQ_FLOW_FREE) {
        iq_guard_drop(touch.lo, touch.hi);
        touch.allocation = true;
        bool conflict = (where == IQ_WHERE_PINNED || iq_flow_frees_pool(thread, call)) && look(IQ_CONFLICT_FREE, NULL, &touch);
        found.driver_waits = conflict && where == IQ_WHERE_PINNED;
        return conflict;
    }
    struct iq_timeline *timeline = timeline_of(thread, call);
    if (!timeline || timeline->capture || where != IQ_WHERE_DEVICE)
        return false;
    iq_clock_begin(timeline);
    return look(IQ_CONFLICT_FREE, timeline, &touch);
}

/* The processor, not the device, may be what moves these bytes: guards would stop it. */
static void unguard(const struct iq_thread *thread, const struct iq_call *call)
{
    struct access access;
    collect(thread, call, &access);
    bool any = iq_core.soft || !(call->plan->steps & IQ_STEP_ASYNC) || is_host_only(&access);
    for (int i = 0; i < access.count && any; i++)
        if (access.touches[i].host)
            iq_guard_drop(access.touches[i].lo, access.touches[i].hi);
}

void iq_flow_before(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    bool conflict = false;
    struct iq_timeline *timeline;
    if (flow == IQ_FLOW_ACCESS)
        unguard(thread, call);
    if (flow != IQ_FLOW_TELL && flow != IQ_FLOW_FREE && flow != IQ_FLOW_FREE_ASYNC && flow != IQ_FLOW_CAPTURE_END)
        return;
    iq_lock(IQ_LOCK_ORDER);
    if (flow == IQ_FLOW_TELL) {
        timeline = timeline_of(thread, call);
        if (timeline && !timeline->capture)
            iq_clock_done(timeline);
    } else if (flow == IQ_FLOW_CAPTURE_END) {
        timeline = timeline_of(thread, call);
        void *captured = timeline ? iq_capture_end(timeline) : NULL;
        call->found[7] = captured;          /* of the graph, if the call succeeds; else lost, a few kilobytes */
    } else
        conflict = free_before(thread, call, flow);
    iq_guard_review_locked();
    iq_unlock(IQ_LOCK_ORDER);
    if (conflict)
        send(call);
}

/* For --blame: which launches come after which. */
static void place_launch(const struct iq_call *call, struct iq_timeline *timeline)
{
    if (__builtin_expect(iq_launch_wants_place(), 0) && !timeline->capture)
        iq_launch_place(call, timeline);
}

static bool graph_launch(struct iq_call *call, struct iq_timeline *timeline)
{
    struct iq_handle *exec = handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC), IQ_KIND_GRAPH_EXEC);
    struct executable *executable = exec ? executable_of(exec) : NULL;
    const struct iq_captured *captured = executable ? executable->captured : NULL;
    bool conflict = false;
    if (timeline->capture)
        return false;
    iq_clock_begin(timeline);
    if (waiting_graphs || (captured && captured->waits))
        iq_clock_wait_for_all(timeline);
    if (executable && executable->launched)
        iq_clock_wait(timeline, executable->launched);
    for (uint32_t i = 0; captured && i < captured->count; i++) {
        struct iq_touch touch = captured->touches[i];
        touch.arg = -1;     /* of the launch that was captured */
        touch.mark = iq_call_mark(call);
        if (!conflict)
            conflict = look(IQ_CONFLICT_RACE, timeline, &touch);
        iq_clock_touch(timeline, &touch);
        struct iq_range range;
        if (touch.host && !touch.function && iq_range_find(touch.lo, &range))        /* hosts poll what kernels write */
            iq_guard_add(timeline, &touch, &range);
    }
    if (iq_reach_is_on())
        iq_reach_place(call, timeline, captured ? captured->touches : NULL, captured ? (int)captured->count : 0, true);
    place_launch(call, timeline);
    if (executable)
        executable->launched = iq_clock_record(timeline, executable->launched);
    return conflict;
}

/* The graph that [call] makes a node of another one; NULL: what it does is not known. */
static const struct iq_handle *child_of(const struct iq_call *call)
{
    const struct iq_handle *child = NULL;
    for (int i = 2; call->entry->nodes == 1u << IQ_NODE_GRAPH && i < call->entry->arg_count && !child; i++)
        child = call->entry->args[i].kind == IQ_KIND_GRAPH ? handle_at(call, i, IQ_KIND_GRAPH) : NULL;
    return child && child->flow ? child : NULL;
}

static bool is_kernel_node(const struct iq_call *call) { return call->entry->effects == iq_fx_graph_kernel_node; }

/* What the node that [call] describes does, a copy, a fill, a kernel or another graph, is done by operation [op]. */
static void graph_put(struct iq_thread *thread, struct iq_call *call, struct iq_captured *captured, uint32_t op)
{
    const struct iq_handle *child = child_of(call);
    const struct iq_kernel *kernel = is_kernel_node(call) ? thread->kernel : NULL;
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
    if (child)
        iq_nodes_add_child(captured, op, child->flow);
}

/* [node], which was added by hand to the graph whose doings *place are, is now what [call] describes; false: what it does is not known. */
static bool graph_renew(struct iq_thread *thread, struct iq_call *call, void **place, const struct iq_handle *node)
{
    bool described = is_kernel_node(call) || call->plan->access;
    uint32_t op = node && *place && described ? iq_nodes_find(*place, node->value) : IQ_CAPTURED_OPS;
    struct iq_captured *captured = op < IQ_CAPTURED_OPS ? iq_captured_own(place) : NULL;
    if (!captured)
        return false;
    iq_nodes_clear(captured, op);
    graph_put(thread, call, captured, op);
    return true;
}

static void graph_change(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    struct iq_handle *graph = handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH), IQ_KIND_GRAPH);
    struct iq_handle *exec = handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC), IQ_KIND_GRAPH_EXEC);
    struct iq_handle *node = handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH_NODE), IQ_KIND_GRAPH_NODE);
    unseen_events |= is_about_nodes(call, RECORDING_NODES);
    waiting_graphs |= is_about_nodes(call, WAITING_NODES) && !child_of(call);
    if (graph && call->entry->nodes && call->entry->args[0].role == IQ_ROLE_NEW) {
        const struct iq_handle *new = made(call, IQ_KIND_GRAPH_NODE);
        struct iq_captured *captured = iq_captured_own(&graph->flow);
        graph_put(thread, call, captured, iq_nodes_add(captured, call, new ? new->value : 0));
        return;
    }
    if (exec && flow == IQ_FLOW_GRAPH_DESTROY)
        executable_drop(exec);
    else if (exec && exec->flow && !graph_renew(thread, call, &executable_of(exec)->captured, node))
        iq_captured_drop(&executable_of(exec)->captured);
    if (graph)
        iq_captured_drop(&graph->flow);
    if (node && node->parent && node->parent->kind == IQ_KIND_GRAPH && !exec && !graph_renew(thread, call, &node->parent->flow, node))
        iq_captured_drop(&node->parent->flow);
}

static void memory_done(struct iq_call *call, struct iq_timeline *timeline)
{
    uint64_t lo, hi;
    if (!made_memory(call, &lo, &hi))
        return;
    iq_clock_forget(lo, hi);
    iq_reach_forget(lo, hi);
    if (!timeline || timeline->capture)
        return;
    iq_clock_begin(timeline);
    struct iq_touch touch = { .lo = lo, .hi = hi, .arg = -1, .write = true, .allocation = true, .mark = iq_call_mark(call) };
    iq_clock_touch(timeline, &touch);
}

static void synchronise_device(const struct iq_thread *thread, const struct iq_call *call, enum iq_flow flow)
{
    int device = device_of(thread, call);
    if (flow == IQ_FLOW_FREE && ((call->entry->arg_count && !call->args[0]) || iq_flow_frees_pool(thread, call)))
        return;         /* freeing nothing waits for nothing */
    if (device < 0 || call->entry->flags & IQ_ENTRY_RESET || flow == IQ_FLOW_FREE || arg_of_kind(call, IQ_KIND_CONTEXT) >= 0)
        iq_clock_done_all();
    else
        iq_clock_done_device(device);
}

/* Handles; true if [flow] was one of them. */
static bool handle_done(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    struct iq_handle *handle, *graph;
    struct iq_timeline *timeline;
    switch (flow) {
    case IQ_FLOW_STREAM_CREATE:
        if ((handle = made(call, IQ_KIND_STREAM)))
            timeline_of_handle(handle);
        return true;
    case IQ_FLOW_STREAM_DESTROY:
        handle = handle_at(call, arg_of_kind(call, IQ_KIND_STREAM), IQ_KIND_STREAM);
        if (handle && handle->flow) {
            iq_clock_retire(handle->flow);
            handle->flow = NULL;
        }
        return true;
    case IQ_FLOW_EVENT_DESTROY:
        destroy_event(event_at(call));
        return true;
    case IQ_FLOW_EVENT_UNSEEN:
        waiting_graphs |= is_about_nodes(call, WAITING_NODES);
        if ((handle = event_at(call)) && state_of(handle))
            ((struct event_state *)handle->flow)->unseen = true;
        return true;
    case IQ_FLOW_CAPTURE_BEGIN:
        if ((timeline = timeline_of(thread, call)))
            iq_capture_begin(timeline);
        return true;
    case IQ_FLOW_CAPTURE_END:
        if ((handle = made(call, IQ_KIND_GRAPH))) {
            iq_captured_drop(&handle->flow);
            handle->flow = call->found[7];
        }
        return true;
    case IQ_FLOW_INSTANTIATE: case IQ_FLOW_GRAPH_UPDATE:
        handle = flow == IQ_FLOW_INSTANTIATE ? made(call, IQ_KIND_GRAPH_EXEC) :
                 handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC), IQ_KIND_GRAPH_EXEC);
        share(handle, graph = handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH), IQ_KIND_GRAPH));
        found.nodes = graph && iq_nodes_unordered(graph->flow, &found);
        return true;
    case IQ_FLOW_GRAPH_EDGES:
        graph = handle_at(call, arg_of_kind(call, IQ_KIND_GRAPH), IQ_KIND_GRAPH);
        iq_nodes_depend(graph && graph->flow ? iq_captured_own(&graph->flow) : NULL, call);
        return true;
    case IQ_FLOW_GRAPH_DESTROY: case IQ_FLOW_GRAPH_CHANGE:
        graph_change(thread, call, flow);
        return true;
    default:
        return false;
    }
}

IQ_FAST static void flow_done(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    bool conflict = false;
    int frame = -1;
    uint64_t tick = 0;
    struct iq_timeline *timeline = NULL;
    iq_lock(IQ_LOCK_ORDER);
    if (handle_done(thread, call, flow))
        goto out;
    if (flow != IQ_FLOW_SYNC_CONTEXT && flow != IQ_FLOW_SYNC_EVENT && flow != IQ_FLOW_FREE && flow != IQ_FLOW_ALLOC)
        timeline = timeline_of(thread, call);
    switch (flow) {
    case IQ_FLOW_RECORD: record(call, timeline, event_at(call)); break;
    case IQ_FLOW_WAIT: wait(timeline, event_at(call)); break;
    case IQ_FLOW_SYNC_EVENT: synchronise_events(call); break;
    case IQ_FLOW_SYNC_CONTEXT: case IQ_FLOW_FREE: synchronise_device(thread, call, flow); iq_told_forget(NULL); break;
    case IQ_FLOW_ALLOC: memory_done(call, NULL); break;
    default: break;
    }
    if (!timeline)
        goto out;
    switch (flow) {
    case IQ_FLOW_SYNC_STREAM: iq_clock_done(timeline); iq_told_forget(timeline); break;
    case IQ_FLOW_WORK:
        if (has_touches(thread, call))
            conflict = kernel_done(thread, call, timeline);
        else
            iq_clock_begin(timeline);
        if (iq_reach_is_on() && !timeline->capture && call->entry->flags & IQ_ENTRY_LAUNCH)
            iq_reach_place(call, timeline, NULL, 0, true);
        if (call->entry->flags & IQ_ENTRY_LAUNCH)
            place_launch(call, timeline);
        break;
    case IQ_FLOW_TELL:
        if (timeline->capture)
            iq_capture_waits(timeline);
        else
            iq_clock_wait_for_all(timeline);
        iq_told_note(call, timeline);
        break;
    case IQ_FLOW_ACCESS: conflict = access_done(thread, call, timeline, &frame); break;
    case IQ_FLOW_GRAPH_LAUNCH: conflict = graph_launch(call, timeline); break;
    case IQ_FLOW_ALLOC_ASYNC: memory_done(call, timeline); break;
    case IQ_FLOW_CAPTURE_EDGES: iq_capture_blur(timeline); break;
    default: break;
    }
    tick = timeline->tick;
out:
    iq_guard_review_locked();
    iq_unlock(IQ_LOCK_ORDER);
    if (iq_reach_is_on())
        iq_reach_review(false);
    if (__builtin_expect(frame >= 0, 0))
        iq_variable_in_flight(thread, call, frame, timeline->slot, tick);
    if (conflict)
        send(call);
    if (__builtin_expect(flow == IQ_FLOW_INSTANTIATE || flow == IQ_FLOW_GRAPH_UPDATE, 0) && found.nodes)
        iq_nodes_report(&found);
}

/* Does [call] enqueue what touches no memory that is known, and is in no way ordered with anything? */
static bool is_indifferent(const struct iq_thread *thread, const struct iq_call *call)
{
    if (has_touches(thread, call) || iq_reach_is_on() || iq_launch_wants_place())
        return false;
    return !is_legacy(call, iq_walk_stream(call)) || iq_clock_is_quiet(device_of(thread, call));    /* only the default stream's rules matter */
}

IQ_FAST void iq_flow_done(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    if (flow != IQ_FLOW_WORK || !is_indifferent(thread, call))
        flow_done(thread, call, flow);
}

bool iq_flow_is_capturing(const struct iq_handle *stream)
{
    const struct iq_timeline *timeline = stream->flow;
    return stream->flags & IQ_HANDLE_CAPTURING || (timeline && timeline->capture);
}

bool iq_flow_pending(uint64_t lo, uint64_t hi, bool write, struct iq_conflict *conflict)
{
    struct iq_touch touch = { .lo = lo, .hi = hi, .arg = -1, .write = !write };
    struct iq_timeline *owner;
    const struct iq_touch *earlier = iq_clock_conflict(NULL, &touch, false, &owner);
    if (!earlier)
        return false;
    *conflict = (struct iq_conflict){ .kind = IQ_CONFLICT_HOST, .earlier = *earlier, .later = touch, .from = iq_conflict_stream_of(owner) };
    iq_touch_overlap(earlier, &touch, &conflict->lo, &conflict->hi);
    return true;
}

void iq_flow_after_fork(void)
{
    iq_clock_reset();
    iq_reach_reset();
    free_states = NULL;
    free_executables = NULL;
    iq_captures_reset();
}
