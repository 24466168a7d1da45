/* Order of commands: queues, wait lists, barriers and what the host knows, by the vector clocks of order/clock.h.
 * A queue that keeps the order of its commands is one timeline.  In one that does not every command has a timeline of its own, which is
 * given back at once; the queue's own timeline comes after all of them, for barriers and clFinish.
 * Memory objects have no addresses that the host knows: each gets a part of a space of its own. */
#include "api_opencl/known.h"
#include "api_opencl/enqueue.h"

#include <string.h>

#include "base/hot.h"
#include "order/clock.h"
#include "call/core.h"
#include "order/conflict.h"
#include "order/guard.h"
#include "base/memory.h"
#include "api_opencl/again.h"
#include "api_opencl/deep.h"
#include "api_opencl/guarded.h"
#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "api_opencl/shared.h"
#include "api_opencl/part.h"
#include "process/peek.h"
#include "call/plan.h"
#include "call/rule.h"
#include "call/thread.h"
#include "call/variable.h"
#include "call/walk.h"
#include "call/watchdog.h"

void iq_fx_cl_enqueue(struct iq_call *call, int phase);
void iq_fx_cl_finish(struct iq_call *call, int phase);
void iq_fx_cl_wait(struct iq_call *call, int phase);
void iq_fx_cl_info(struct iq_call *call, int phase);
void iq_fx_cl_release(struct iq_call *call, int phase);

enum { TOUCHES = 12, OBJECT_SHIFT = 38 };

struct command {
    struct iq_touch *touches;                   /* .own_touches, or those that are remembered of the same command */
    const struct iq_handle **object;            /* ... of each; NULL: memory of the host */
    struct iq_guard_memory memory[TOUCHES];     /* of the host, to be guarded; .hi 0: not */
    struct iq_touch mapped;                     /* what the command maps */
    struct iq_guard_memory map_memory;          /* .hi 0: nothing */
    uint64_t tick;                              /* operation of .slot that it has become */
    uint32_t slot;
    int count;
    struct iq_touch own_touches[TOUCHES];
    const struct iq_handle *own_objects[TOUCHES];
};

static __thread struct iq_conflict found __attribute__((tls_model("initial-exec")));
static __thread const struct iq_handle *found_object __attribute__((tls_model("initial-exec")));

static bool is_wanted(void)
{
    static const char *const rules[] = { "stream-race", "free-in-flight", "host-read-in-flight", "host-write-in-flight", "not-mapped" };
    static int wanted;          /* 0 not asked, 1 no, 2 yes */
    if (!wanted) {
        bool any = false;
        for (uint32_t i = 0; !any && i < sizeof rules / sizeof *rules; i++)
            any = iq_rule_is_enabled(rules[i]);
        wanted = any ? 2 : 1;
    }
    return wanted == 2 && !iq_core.config.traced_only;
}

bool iq_cl_is_blocking(const struct iq_call *call)
{
    int arg = call->plan->blocking;
    return arg >= 0 && call->args[arg];
}

/* --- what a command touches --------------------------------------------------------------------------------------- */

/* First byte of [handle]'s part of the space; a part of a buffer lies in the buffer's. */
static uint64_t base_of(const struct iq_handle **handle)
{
    const struct iq_memobj *memory = iq_memobj_of(*handle);
    uint64_t offset = 0;
    if (memory && memory->is_part && (*handle)->owner) {
        offset = memory->offset;
        *handle = (*handle)->owner;
    }
    return 1ull << 63 | (uint64_t)(*handle)->serial << OBJECT_SHIFT | (uint64_t)((*handle)->kind == IQ_KIND_CL_IMAGE) << 62 | 0 | offset;
}

static struct iq_touch *add(struct command *command, const struct iq_handle *object, uint64_t lo, uint64_t hi, int arg, bool write)
{
    if (command->count == TOUCHES || hi <= lo)
        return NULL;
    command->object[command->count] = object;
    command->memory[command->count].hi = 0;
    struct iq_touch *touch = &command->touches[command->count++];
    *touch = (struct iq_touch){ .lo = lo, .hi = hi, .arg = (int8_t)arg, .write = write };
    return touch;
}

/* The program's memory under a buffer: the same bytes as [touch], whose first one is number [first] of the buffer. */
static void add_under(struct command *command, const struct iq_handle *handle, const struct iq_memobj *memory, const struct iq_touch *touch, uint64_t first,
                      bool certain)
{
    if (!memory->host_ptr || memory->dimensions)
        return;
    uint64_t lo = memory->host_ptr + first;
    struct iq_touch *under = add(command, NULL, lo, lo + (touch->hi - touch->lo), touch->arg, touch->write);
    if (!under)
        return;
    under->host = true;
    under->pitch = touch->pitch;
    under->width = touch->width;
    under->likely = touch->likely;
    struct iq_guard_memory *guarded = &command->memory[under - command->touches];
    if (certain)
        iq_cl_guard_memory(under->lo, under->hi, guarded);
    guarded->object = handle;
}

static void add_object(struct command *command, const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_handle *handle = iq_cl_object(call, arg), *whole = handle;
    uint64_t first = 0, end = 0, base;
    bool write = role->role == IQ_ROLE_WRITE_OBJECT, maps = role->role == IQ_ROLE_MAP_OBJECT;       /* a map reads: the host gets what is there */
    struct iq_box box;
    if (!handle || (maps && iq_cl_value(call, "map_flags") & CL_MAP_WRITE_INVALIDATE_REGION))
        return;
    base = base_of(&whole);
    if (!role->region || role->offset) {
        struct iq_touch *touch = iq_part_bytes(call, arg, &first, &end) ? add(command, handle, base + first, base + end, arg, write) : NULL;
        if (touch && !maps)
            add_under(command, handle, iq_memobj_of(handle), touch, first, true);
        return;
    }
    if (!iq_part_box(call, arg, &box) || !box.readable || box.end == UINT64_MAX || box.region[2] != 1)
        return;                 /* of boxes with depth too little is known to say that two of them meet */
    if (box.memory->dimensions) {
        uint64_t row = box.memory->extent[0] * box.unit, slice = row * box.memory->extent[1];
        first = box.origin[2] * slice + box.origin[1] * row + box.origin[0] * box.unit;
        end = first + (box.region[1] - 1) * row + box.region[0] * box.unit;
        box.row_pitch = row;
    } else {
        first = box.first;
        end = box.end;
    }
    struct iq_touch *touch = add(command, handle, base + first, base + end, arg, write);
    if (touch && box.region[1] > 1 && box.row_pitch > box.region[0] * box.unit) {
        touch->pitch = box.row_pitch;
        touch->width = box.region[0] * box.unit;
    }
    if (touch && !maps)
        add_under(command, handle, iq_memobj_of(handle), touch, first, true);
}

static void add_host(struct command *command, const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_place *place = &iq_thread_block->places[arg];      /* looked up before the call */
    uint64_t size = place->size, address = call->args[arg];
    if (!address || !size || size > UINT64_MAX - address || role->optional)
        return;
    struct iq_box box = { .region = { 0 } };
    bool shared = place->live && (place->range.kind == IQ_KIND_SVM_MEMORY || place->range.kind == IQ_KIND_USM_MEMORY), boxed = role->region && !shared;
    if (boxed && (!iq_part_box(call, arg, &box) || !box.readable || !box.unit || box.end == UINT64_MAX || box.end <= box.first))
        return;
    uint64_t slice = boxed ? (box.region[1] - 1) * box.row_pitch + box.region[0] * box.unit : 0;
    bool gaps = boxed && box.region[2] > 1 && box.slice_pitch != box.region[1] * box.row_pitch;     /* only the first slice is sure */
    struct iq_touch *touch = boxed ? add(command, NULL, address + box.first, address + (gaps ? box.first + slice : box.end), arg, role->role == IQ_ROLE_WRITE)
                                   : add(command, NULL, address, address + size, arg, role->role == IQ_ROLE_WRITE);
    if (!touch)
        return;
    touch->host = !shared;
    if (boxed && box.row_pitch > box.region[0] * box.unit) {
        touch->pitch = box.row_pitch;
        touch->width = box.region[0] * box.unit;
    }
    if (touch->host && !iq_cl_is_blocking(call))
        iq_cl_guard_memory(touch->lo, touch->hi, &command->memory[touch - command->touches]);
}

static struct iq_touch *add_likely(struct command *command, const struct iq_handle *object, uint64_t lo, uint64_t hi, int arg, bool write)
{
    struct iq_touch *touch = add(command, object, lo, hi, arg, write);
    if (touch)
        touch->likely = true;
    return touch;
}

/* A kernel may use any part of what its arguments name: .likely. */
static void add_kernel(struct command *command, const struct iq_call *call, int arg)
{
    const struct iq_cl_kernel *kernel = iq_cl_launch_shape(call)->empty ? NULL : iq_cl_kernel_of(iq_cl_object(call, arg));
    bool from_start = iq_cl_launch_shape(call)->at_start;
    for (uint32_t i = 0; kernel && kernel->known && i < kernel->arg_count; i++) {
        const struct iq_cl_arg *from = &kernel->args[i];
        struct iq_touch *touch = NULL;
        struct iq_range range;
        if (!from->set || !from->value || from->kind == IQ_CL_ARG_VALUE || from->kind == IQ_CL_ARG_LOCAL)
            continue;
        if (from->by_address) {
            if (iq_range_find(from->value, &range) && range.size)
                touch = add_likely(command, NULL, range.base, range.base + range.size, arg, from->access == IQ_CL_ACCESS_WRITE);
        } else if (from->kind == IQ_CL_ARG_MEMORY) {
            const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_BUFFER, from->value), *whole = handle;
            const struct iq_memobj *memory = iq_memobj_of(handle);
            if (!memory || iq_handle_is_dead(handle))
                continue;
            uint64_t base = base_of(&whole);
            touch = add_likely(command, handle, base, base + memory->size, arg, from->access == IQ_CL_ACCESS_WRITE && !(memory->flags & CL_MEM_READ_ONLY));
            if (touch)
                add_under(command, handle, memory, touch, 0, from->access != IQ_CL_ACCESS_UNKNOWN);
        }
        if (touch && from_start && (from->reads_first || from->writes_first))     /* there it is sure */
            add(command, command->object[touch - command->touches], touch->lo, touch->lo + 1, arg, touch->write && from->writes_first);
    }
}

/* Oclgrind does not know that a fill initialises memory. */
static void note_fill(const struct iq_call *call)
{
    int object = iq_entry_arg(call->entry, IQ_ROLE_WRITE_OBJECT);
    struct iq_memobj *memory = object < 0 ? NULL : (struct iq_memobj *)(uintptr_t)iq_memobj_of(iq_cl_object(call, object));
    if (memory && call->plan->pattern >= 0)
        memory->filled = true;
}

/* What a map gives is there when the command is over. */
static void add_map(struct command *command, struct iq_call *call, int arg)
{
    if (!iq_guard_is_enabled())
        return;
    struct iq_touch *touch = &command->mapped;
    *touch = (struct iq_touch){ .arg = -1, .write = true, .allocation = true, .mark = iq_call_mark(call) };
    iq_cl_map_place(call, &touch->lo, &touch->hi);
    iq_cl_guard_mapped(iq_cl_object(call, arg), touch->lo, touch->hi - touch->lo, &command->map_memory);
}

static void add_shared_map(struct command *command, struct iq_call *call)
{
    uint64_t address = iq_cl_value(call, "svm_ptr"), size = iq_cl_value(call, "size");
    command->mapped = (struct iq_touch){ .lo = address, .hi = address + size, .arg = -1, .write = true, .allocation = true, .mark = iq_call_mark(call) };
    if (iq_cl_guard_is_coarse(address))
        iq_cl_guard_mapped(NULL, address, size, &command->map_memory);
}

static void collect(struct command *command, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    command->count = 0;
    command->map_memory.hi = 0;
    for (uint32_t left = plan->objects; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (call->entry->args[i].role == IQ_ROLE_MAP_OBJECT)
            add_map(command, call, i);
        add_object(command, call, i);
    }
    for (uint32_t left = plan->access; left; left &= left - 1)
        if (__builtin_ctz(left) != plan->pattern)       /* is copied by the call */
            add_host(command, call, __builtin_ctz(left));
    if (plan->kernel >= 0)
        add_kernel(command, call, plan->kernel);
    if (call->entry->effects == iq_fx_cl_svm_map)
        add_shared_map(command, call);
}

/* --- conflicts ---------------------------------------------------------------------------------------------------- */

/* Of an access that may be anywhere in a range it is only certain that it is somewhere. */
static bool is_certain(const struct iq_touch *a, const struct iq_touch *b)
{
    if (a->likely && b->likely)
        return false;
    if (a->likely)
        return !b->pitch && b->lo <= a->lo && b->hi >= a->hi;
    return !b->likely || (!a->pitch && a->lo <= b->lo && a->hi >= b->hi);
}

static bool look(struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_handle *object, bool whole)
{
    struct iq_timeline *owner;
    const struct iq_touch *earlier = iq_clock_conflict(timeline, touch, whole, &owner);
    if (!earlier || !is_certain(earlier, touch))
        return false;
    memset(&found, 0, sizeof found);
    found.kind = whole ? IQ_CONFLICT_FREE : IQ_CONFLICT_RACE;
    found.earlier = *earlier;
    found.earlier.likely = false;
    found.later = *touch;
    found.later.likely = false;         /* certain, as said above */
    found.from.stream = owner->stream;
    found.from.serial = owner->serial;
    if (timeline) {
        found.to.stream = timeline->stream;
        found.to.serial = timeline->serial;
        iq_clock_wait_for(timeline, owner);         /* what follows has the same cause */
    } else
        iq_clock_done(owner);
    if (!iq_touch_overlap(earlier, touch, &found.lo, &found.hi))
        found.lo = found.hi = 0;
    found_object = object;
    return true;
}

static void send(struct iq_call *call)
{
    int arg = found.later.arg;
    struct iq_event event = { .kind = IQ_EVENT_CONFLICT, .phase = IQ_PHASE_DONE, .call = call, .arg = arg, .handle = found_object,
                              .role = arg < 0 ? NULL : &call->entry->args[arg], .value = found.later.lo, .conflict = &found };
    iq_rule_dispatch(&event);
}

/* --- order -------------------------------------------------------------------------------------------------------- */

static struct iq_timeline *line_of(struct iq_handle *queue)
{
    if (!queue->flow)
        queue->flow = iq_clock_create(0, false, queue->value, queue->serial);
    return queue->flow;
}

/* [timeline] comes after the events of the call's list; what is not known of an event counts as order with everything. */
static bool wait_for_list(struct iq_timeline *timeline, const struct iq_call *call)
{
    int list = call->plan->waits;
    uint64_t values[16];
    bool any = false;
    if (__builtin_expect(!iq_walk_has_list(call, list), 1))
        return false;
    for (uint32_t first = 0, got; (got = iq_walk_list(call, list, first, values, 16)); first += got)
        for (uint32_t i = 0; i < got; i++) {
            const struct iq_handle *event = values[i] ? iq_handle_find(IQ_KIND_CL_EVENT, values[i]) : NULL;
            any = true;
            if (event && event->kind == IQ_KIND_CL_EVENT && event->flow)
                iq_clock_wait(timeline, event->flow);
            else if (!event || !iq_cl_event_of(event) || !iq_cl_event_of(event)->user)
                iq_clock_wait_for_all(timeline);
        }
    return any;
}

/* The event that the call made, to be waited for later. */
static void record(struct iq_call *call, struct iq_timeline *timeline)
{
    struct iq_handle *event = iq_cl_made_event(call);
    if (event)
        event->flow = iq_clock_record(timeline, event->flow);
}

static bool is_barrier(const struct iq_call *call) { return call->entry->flow == IQ_FLOW_BARRIER; }
static bool is_marker(const struct iq_call *call) { return is_barrier(call) || call->entry->flow == IQ_FLOW_MARKER; }

/* The timeline of a command in a queue that does not keep their order. */
static struct iq_timeline *own_line(struct iq_call *call, struct iq_handle *queue, struct iq_timeline *all)
{
    struct iq_cl_queue *details = iq_cl_queue_of(queue);
    struct iq_timeline *line = iq_clock_create(0, false, queue->value, queue->serial);
    if (!line)
        return all;
    if (details && details->barrier)
        iq_clock_wait(line, details->barrier);
    bool any = wait_for_list(line, call);
    if (is_marker(call) && !any)
        iq_clock_wait_for(line, all);
    return line;
}

/* Guards what the operation of [line] does in memory of the host. */
static void guard(struct iq_timeline *line, const struct command *command)
{
    for (int i = 0; i < command->count; i++)
        if (command->memory[i].hi)
            iq_guard_add_within(iq_guard_work_of(line), &command->touches[i], &command->memory[i]);
    if (command->map_memory.hi) {
        if (!command->count)
            iq_clock_touch_all(line, NULL, 0);      /* something to wait for */
        iq_guard_add_within(iq_guard_work_of(line), &command->mapped, &command->map_memory);
    }
}

/* A command that is over, in a queue that keeps their order, while nothing is under way in any other: it meets nobody, and nobody will
 * meet it.  False: it has to be looked at. */
static bool is_over_alone(struct iq_call *call, struct iq_handle *queue)
{
    const struct iq_cl_queue *details = iq_cl_queue_of(queue);
    bool kept = details && details->known && !(details->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (!kept || !call->plan->access || call->entry->effects == iq_fx_cl_svm_map)      /* what is mapped has to be remembered */
        return false;
    iq_lock(IQ_LOCK_ORDER);
    struct iq_timeline *line = line_of(queue);
    if (line)
        iq_clock_begin(line);
    bool alone = line && iq_clock_is_apart(line, 0, UINT64_MAX);
    if (alone) {
        wait_for_list(line, call);
        record(call, line);
        iq_clock_done(line);
    }
    iq_unlock(IQ_LOCK_ORDER);
    return alone;
}

/* The last operation of [line] is [call], which was made before: next time it may stand for both. */
static inline void set_turn(struct iq_call *call, struct iq_timeline *line, uint32_t stack)
{
    iq_thread_block->order.timeline = line;
    iq_thread_block->order.tick = line->tick;
    call->again->stack = stack;
    call->again->turn = stack && !iq_cl_deep ? iq_clock_turn : 0;
}

/* The operation of [line] touches what [command] does; [again], if it is not NULL, did the same before. */
static inline void touch(struct iq_timeline *line, const struct command *command, struct iq_cl_again *again)
{
    if (again && again->count && iq_clock_is_kept(line, &again->kept)) {
        iq_clock_touch_again(line, again->kept.at, again->count, command->touches->mark);
        return;
    }
    iq_clock_touch_all(line, command->touches, command->count);
    if (again)
        again->kept = iq_clock_place_of_last(line, again->count);
}

static bool enqueue(struct iq_call *call, struct iq_handle *queue, struct command *command)
{
    struct iq_cl_queue *details = iq_cl_queue_of(queue);
    bool loose = details && details->known && details->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    struct iq_timeline *all = line_of(queue);
    bool conflict = false, blocking = iq_cl_is_blocking(call);
    if (!all)
        return false;
    struct iq_timeline *line = loose ? own_line(call, queue, all) : all;
    struct iq_cl_again *again = line == all ? iq_cl_again_of(call) : NULL;
    iq_clock_begin(line);
    if (line == all)
        wait_for_list(line, call);
    struct iq_mark mark = command->count ? iq_call_mark(call) : (struct iq_mark){ 0 };
    bool over = blocking && line == all, alone = !command->count || iq_clock_is_apart(line, 0, UINT64_MAX);
    for (int i = 0; i < command->count; i++) {
        struct iq_touch *touch = &command->touches[i];
        touch->mark = mark;
        if (!conflict && !alone)
            conflict = look(line, touch, command->object[i], false);
        if (touch->host && !blocking)
            iq_guard_watch(touch->lo, touch->hi);
    }
    if ((command->count || call->plan->kernel >= 0) && !over)               /* what is over already conflicts with nothing */
        touch(line, command, again && again->counted ? again : NULL);
    if (call->plan->kernel >= 0)
        iq_cl_launch_enqueued(call, line->slot, line->tick);
    if (!blocking && iq_guard_is_enabled())
        guard(line, command);
    command->slot = line->slot;
    command->tick = line->tick;
    record(call, line);
    if (alone && again)
        set_turn(call, line, mark.stack);
    if (blocking)
        iq_clock_done(line);
    if (line != all) {
        iq_clock_wait_for(all, line);
        if (is_barrier(call) && details)
            details->barrier = iq_clock_record(all, details->barrier);
        iq_clock_retire(line);
    }
    return conflict;
}

/* Following the frames takes longer than the call: the first times of each place and address show what there is to see. */
static bool is_familiar(const struct iq_call *call, uint64_t address)
{
    enum { PLACES = 256, LOOKS = 8 };
    static struct { uint64_t key; uint32_t looks; } places[PLACES];
    uint64_t key = call->site.pc ^ address << 16;
    uint32_t at = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 56);
    if (__atomic_exchange_n(&places[at].key, key, __ATOMIC_RELAXED) != key)
        __atomic_store_n(&places[at].looks, 0, __ATOMIC_RELAXED);
    return __atomic_fetch_add(&places[at].looks, 1, __ATOMIC_RELAXED) >= LOOKS;
}

/* Memory in frames of the caller, which may end before the command. */
static void note_frames(struct iq_call *call, const struct command *command)
{
    for (int i = 0; i < command->count; i++) {
        int arg = command->touches[i].arg;
        if (command->touches[i].host && arg >= 0 && iq_variable_is_near(call->args[arg]) && !is_familiar(call, call->args[arg]))
            iq_variable_in_flight(iq_thread_get(), call, arg, command->slot, command->tick);
    }
}

/* The same command with nobody near, in a queue that keeps their order: only its time is another one.  It is put in its place before it is forwarded;
 * behind that its stores are under way, and a lock would wait for them. */
IQ_FAST static void enqueue_again(struct iq_call *call)
{
    struct iq_cl_again *again = call->again;
    struct iq_handle *queue = call->found[call->plan->queue];
    struct iq_timeline *line = queue->flow;
    struct iq_mark mark = again->count ? iq_call_mark(call) : (struct iq_mark){ 0 };
    if (call->plan->host >= 0)
        iq_thread_block->places[call->plan->host] = again->place;
    if (!line || iq_cl_deep || again->late)
        return;
    iq_lock(IQ_LOCK_ORDER);
    bool alone = !again->count || iq_clock_is_apart(line, 0, UINT64_MAX);
    if (alone && again->advances) {
        iq_thread_block->order.before = line->tick;
        if (iq_clock_is_kept(line, &again->kept))
            iq_clock_touch_again(line, again->kept.at, again->count, mark);
        else {
            for (int i = 0; i < again->count; i++)
                again->touches[i].mark = mark;
            iq_clock_touch_all(line, again->touches, again->count);
            again->kept = iq_clock_place_of_last(line, again->count);
        }
        set_turn(call, line, mark.stack);
        if (again->kernel) {
            iq_cl_launch_enqueued(call, line->slot, line->tick);
            again->settings = again->kernel->settings;
        }
    }
    iq_unlock(IQ_LOCK_ORDER);
    call->settled = alone;
}

IQ_FAST bool iq_cl_enqueue_in_turn(struct iq_call *call)
{
    struct iq_cl_again *again = call->again;
    struct iq_thread_order *order = &iq_thread_block->order;
    if (again->blocks || again->has_event || (again->advances ? !iq_clock_is_turn(again->turn) : again->late))
        return false;
    if (again->kernel && again->kernel->settings != again->settings) {      /* other numbers */
        const struct iq_timeline *line = ((const struct iq_handle *)call->found[call->plan->queue])->flow;
        iq_cl_launch_begin(call, again->shape.items);
        iq_cl_launch_enqueued(call, line->slot, line->tick);
        again->settings = again->kernel->settings;
    }
    order->before = order->tick;        /* nothing to take back */
    return call->settled = true;
}

/* It has failed for all that. */
IQ_COLD static void take_back(struct iq_call *call)
{
    const struct iq_thread_order *order = &iq_thread_block->order;
    if (call->settled && call->again->advances) {
        iq_lock(IQ_LOCK_ORDER);
        iq_clock_take_back(order->timeline, order->before, order->tick);
        iq_unlock(IQ_LOCK_ORDER);
    }
    iq_cl_again_failed(call);
}

/* What the same command touched before, it touches. */
static void recall(struct command *command, struct iq_cl_again *again)
{
    command->touches = again->touches;
    command->object = again->objects;
    command->count = again->count;
    command->map_memory.hi = 0;
    for (int i = 0; i < again->count; i++)
        command->memory[i].hi = 0;
}

static bool is_guarded(const struct command *command)
{
    bool any = command->map_memory.hi;
    for (int i = 0; i < command->count && !any; i++)
        any = command->memory[i].hi;
    return any;
}

/* Has a frame of its own, which those that are made again do without. */
__attribute__((noinline)) static void is_back(struct iq_call *call)
{
    struct command command;
    command.touches = command.own_touches;
    command.object = command.own_objects;
    struct iq_cl_again *again = iq_cl_again_of(call);
    bool blocking = iq_cl_is_blocking(call), conflict = false;
    struct iq_handle *queue = call->result ? NULL : iq_cl_object(call, call->plan->queue);
    if (blocking)
        iq_cl_deep_look();
    if (__builtin_expect(iq_cl_deep, 0) && queue)
        note_fill(call);
    if (!queue || call->outer || !is_wanted())
        return;
    bool over = blocking && is_over_alone(call, queue);
    if (!over) {
        if (again && again->counted)
            recall(&command, again);
        else
            collect(&command, call);
        iq_lock(IQ_LOCK_ORDER);
        conflict = enqueue(call, queue, &command);
        iq_unlock(IQ_LOCK_ORDER);
    }
    if (blocking)
        iq_guard_review();
    else
        note_frames(call, &command);
    if (conflict)
        send(call);
    else if (call->again && !again)
        iq_cl_again_keep(call, command.touches, command.object, over || is_guarded(&command) ? -1 : command.count,
                         over || command.count || call->plan->kernel >= 0);
}

/* Has a command with these objects, or this kernel and its objects, been enqueued here before, in this queue?  Then the driver has their memory on its device, and
 * what it allocates now is for itself; but for maps, which may give what is allocated for them. */
static bool is_usual(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    bool kernel = plan->kernel >= 0;
    uint64_t key = call->site.pc ^ call->args[plan->queue];
    uint32_t left = kernel ? 1u << plan->kernel : plan->objects;
    if (!left || (!kernel && call->entry->effects != iq_fx_cl_enqueue))
        return false;
    for (; left; left &= left - 1) {
        const struct iq_handle *object = iq_cl_object(call, __builtin_ctz(left));
        if (!object)
            return false;
        uint64_t version = object->generation + (kernel && iq_cl_kernel_of(object) ? (uint64_t)iq_cl_kernel_of(object)->changes << 8 : 0);
        key = (key + (uint64_t)(uintptr_t)object + (version << 32)) * 0x9e3779b97f4a7c15u;
    }
    uint64_t *place = &iq_thread_block->commands[key >> 60], before = *place;
    *place = key;
    return before == key;
}

/* A command that blocks is a wait, too. */
static void watch(struct iq_call *call, int phase)
{
    if (!iq_watchdog_wanted || call->outer)
        return;
    if (phase == IQ_EFFECTS_BEFORE)
        iq_watchdog_begin(iq_thread_block, call);
    if (phase == IQ_EFFECTS_AFTER)
        iq_watchdog_end(iq_thread_block);
}

IQ_FAST void iq_cl_enqueue(struct iq_call *call, int phase)
{
    if (iq_cl_is_blocking(call))
        watch(call, phase);
    bool again = iq_cl_again_of(call);
    if (phase == IQ_EFFECTS_BEFORE)
        call->own_blocks = again || is_usual(call);
    if (phase == IQ_EFFECTS_BEFORE && again)
        enqueue_again(call);
    if (phase == IQ_EFFECTS_AFTER && again && call->result)
        take_back(call);
    iq_cl_event_enqueued(call, phase);
    if (phase == IQ_EFFECTS_AFTER && !call->settled)
        is_back(call);
}

void iq_fx_cl_enqueue(struct iq_call *call, int phase)
{
    iq_cl_enqueue(call, phase);
}

/* --- what the host knows ------------------------------------------------------------------------------------------ */

void iq_fx_cl_finish(struct iq_call *call, int phase)
{
    struct iq_handle *queue = phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    iq_cl_event_finish(call, phase);
    if (phase == IQ_EFFECTS_AFTER)
        iq_cl_deep_look();
    if (!queue || !queue->flow)
        return;
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_done(queue->flow);
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_review();
}

void iq_cl_event_is_over(const struct iq_handle *event)
{
    iq_lock(IQ_LOCK_ORDER);
    if (event->flow)
        iq_clock_done_moment(event->flow);
    else if (!iq_cl_event_of(event) || !iq_cl_event_of(event)->user)        /* made in a way that is not followed */
        iq_clock_done_all();
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_review();
}

void iq_cl_all_is_over(void)
{
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_done_all();
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_review();
}

void iq_fx_cl_wait(struct iq_call *call, int phase)
{
    uint64_t values[16];
    iq_cl_event_waited(call, phase);
    if (phase == IQ_EFFECTS_AFTER)
        iq_cl_deep_look();
    for (uint32_t first = 0, got; phase == IQ_EFFECTS_AFTER && !call->result && (got = iq_walk_list(call, 1, first, values, 16)); first += got)
        for (uint32_t i = 0; i < got; i++) {
            const struct iq_handle *event = iq_handle_find(IQ_KIND_CL_EVENT, values[i]);
            if (event && event->kind == IQ_KIND_CL_EVENT)
                iq_cl_event_is_over(event);
            else
                iq_cl_all_is_over();
        }
}

/* Times are there when the command is over, the one of its start before. */
void iq_fx_cl_times(struct iq_call *call, int phase)
{
    const struct iq_handle *event = phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    if (event)
        iq_cl_event_is_over(event);
}

/* Asking an event for its state tells the host that it is over. */
void iq_fx_cl_info(struct iq_call *call, int phase)
{
    int32_t status = 1;
    const struct iq_handle *event = phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    if (event && call->args[1] == CL_EVENT_COMMAND_EXECUTION_STATUS && call->args[3] && iq_peek(&status, (uintptr_t)call->args[3], sizeof status, false) &&
        status <= CL_COMPLETE)
        iq_cl_event_is_over(event);
}

/* The last owner of a queue or event has gone. */
void iq_fx_cl_release(struct iq_call *call, int phase)
{
    struct iq_handle *handle = phase == IQ_EFFECTS_AFTER && !call->result ? call->found[0] : NULL;
    if (!handle || handle->destroyed.number != call->number || !handle->flow)
        return;
    iq_lock(IQ_LOCK_ORDER);
    if (handle->kind == IQ_KIND_CL_QUEUE)
        iq_clock_retire(handle->flow);
    else
        iq_clock_release(handle->flow);
    handle->flow = NULL;
    iq_unlock(IQ_LOCK_ORDER);
}

/* --- memory that goes away ---------------------------------------------------------------------------------------- */

bool iq_cl_freed_in_flight(struct iq_call *call, int arg, uint64_t lo, uint64_t hi)
{
    struct iq_touch touch = { .lo = lo, .hi = hi, .arg = (int8_t)arg, .write = true, .mark = iq_call_mark(call) };
    if (!is_wanted())
        return false;
    iq_lock(IQ_LOCK_ORDER);
    bool conflict = look(NULL, &touch, NULL, true);
    iq_unlock(IQ_LOCK_ORDER);
    found.freed_async = true;           /* nothing in the API orders it */
    if (conflict)
        send(call);
    return conflict;
}
