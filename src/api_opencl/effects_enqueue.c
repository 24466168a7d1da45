/* Order of commands: queues, wait lists, barriers and what the host knows, by the vector clocks of
 * order/clock.h. A queue that keeps the order of its commands is one timeline.  In one that does
 * not every command has a timeline of its own, which is given back at once; the queue's own
 * timeline comes after all of them, for barriers and clFinish. Memory objects have no addresses
 * that the host knows: each gets a part of a space of its own. */
#include <string.h>

#include "api_opencl/boxes.h"
#include "api_opencl/command_cache.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/guarded.h"
#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "api_opencl/port.h"
#include "api_opencl/shared.h"
#include "base/hot.h"
#include "base/locks.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/rule.h"
#include "call/send.h"
#include "call/thread.h"
#include "call/variable.h"
#include "call/walk.h"
#include "call/watchdog.h"
#include "order/clock.h"
#include "order/conflict.h"
#include "order/guard.h"
#include "order/port.h"
#include "process/peek.h"

void iq_fx_cl_enqueue(struct iq_call *call, int phase);
void iq_fx_cl_finish(struct iq_call *call, int phase);
void iq_fx_cl_wait(struct iq_call *call, int phase);
void iq_fx_cl_info(struct iq_call *call, int phase);
void iq_fx_cl_release(struct iq_call *call, int phase);
void iq_fx_cl_times(struct iq_call *call, int phase);

enum { TOUCHES = 12, OBJECT_SHIFT = 38 };

struct command {
    /* .own_accesses, or those that are remembered of the same command */
    struct iq_access *accesses;
    const struct iq_handle **object;        /* ... of each; NULL: memory of the host */
    struct iq_guard_memory memory[TOUCHES]; /* of the host, to be guarded; .hi 0: not */
    struct iq_access mapped;                /* what the command maps */
    struct iq_guard_memory map_memory;      /* .hi 0: nothing */
    struct iq_point work;                   /* operation that it has become */
    int count;
    struct iq_access own_accesses[TOUCHES];
    const struct iq_handle *own_objects[TOUCHES];
};

static bool is_wanted(void)
{
    static int wanted; /* 0 not asked, 1 no, 2 yes */
    if (!wanted)
        wanted = iq_order_port.is_wanted() ? 2 : 1;
    return wanted == 2 && !iq_core.config.traced_only;
}

bool iq_cl_is_blocking(const struct iq_call *call)
{
    int arg = call->plan->blocking;
    return arg >= 0 && call->args[arg];
}

/* --- what a command touches
 * --------------------------------------------------------------------------------------- */

/* First byte of [handle]'s part of the space; a part of a buffer lies in the buffer's. */
static uint64_t base_of(const struct iq_handle **handle)
{
    const struct iq_memobj *memory = iq_memobj_of(*handle);
    uint64_t offset = 0;
    if (memory && memory->is_part && (*handle)->owner) {
        offset = memory->offset;
        *handle = (*handle)->owner;
    }
    return 1ull << 63 | (uint64_t)(*handle)->serial << OBJECT_SHIFT |
           (uint64_t)((*handle)->kind == IQ_KIND_CL_IMAGE) << 62 | 0 | offset;
}

static struct iq_access *add(struct command *command, const struct iq_handle *object, uint64_t lo,
                             uint64_t hi, int arg, bool write)
{
    if (command->count == TOUCHES || hi <= lo)
        return NULL;
    command->object[command->count] = object;
    command->memory[command->count].hi = 0;
    struct iq_access *access = &command->accesses[command->count++];
    *access = (struct iq_access){ .lo = lo, .hi = hi, .arg = (int8_t)arg, .write = write };
    return access;
}

/* The program's memory under a buffer: the same bytes as [access], whose first one is number
 * [first] of the buffer. */
static void add_under(struct command *command, const struct iq_handle *handle,
                      const struct iq_memobj *memory, const struct iq_access *access,
                      uint64_t first, bool certain)
{
    if (!memory->host_ptr || memory->dimensions)
        return;
    uint64_t lo = memory->host_ptr + first;
    struct iq_access *under =
        add(command, NULL, lo, lo + (access->hi - access->lo), access->arg, access->write);
    if (!under)
        return;
    under->host = true;
    under->pitch = access->pitch;
    under->width = access->width;
    under->somewhere = access->somewhere;
    struct iq_guard_memory *guarded = &command->memory[under - command->accesses];
    if (certain)
        iq_cl_guard_memory(under->lo, under->hi, guarded);
    guarded->object = handle;
}

static void add_object(struct command *command, const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_handle *handle = iq_cl_object(call, arg), *whole = handle;
    uint64_t first = 0, end = 0, base;
    /* a map reads: the host gets what is there */
    bool write = role->role == IQ_ROLE_WRITE_OBJECT, maps = role->role == IQ_ROLE_MAP_OBJECT;
    struct iq_box box;
    if (!handle || (maps && iq_cl_value(call, "map_flags") & CL_MAP_WRITE_INVALIDATE_REGION))
        return;
    base = base_of(&whole);
    if (!role->region || role->offset) {
        struct iq_access *access = iq_cl_box_bytes(call, arg, &first, &end)
                                       ? add(command, handle, base + first, base + end, arg, write)
                                       : NULL;
        if (access && !maps)
            add_under(command, handle, iq_memobj_of(handle), access, first, true);
        return;
    }
    if (!iq_cl_box_of(call, arg, &box) || !box.readable || box.end == UINT64_MAX ||
        box.region[2] != 1)
        /* of boxes with depth too little is known to say that two of them meet */
        return;
    if (box.memory->dimensions) {
        uint64_t row = box.memory->extent[0] * box.unit, slice = row * box.memory->extent[1];
        first = box.origin[2] * slice + box.origin[1] * row + box.origin[0] * box.unit;
        end = first + (box.region[1] - 1) * row + box.region[0] * box.unit;
        box.row_pitch = row;
    } else {
        first = box.first;
        end = box.end;
    }
    struct iq_access *access = add(command, handle, base + first, base + end, arg, write);
    if (access && box.region[1] > 1 && box.row_pitch > box.region[0] * box.unit) {
        access->pitch = box.row_pitch;
        access->width = box.region[0] * box.unit;
    }
    if (access && !maps)
        add_under(command, handle, iq_memobj_of(handle), access, first, true);
}

static void add_host(struct command *command, const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    /* looked up before the call */
    const struct iq_resolved *place = &iq_thread_block->resolved[arg];
    uint64_t size = place->size, address = call->args[arg];
    if (!address || !size || size > UINT64_MAX - address || role->optional)
        return;
    struct iq_box box = { .region = { 0 } };
    bool shared = place->live && (place->range.kind == IQ_KIND_SVM_MEMORY ||
                                  place->range.kind == IQ_KIND_USM_MEMORY),
         boxed = role->region && !shared;
    if (boxed && (!iq_cl_box_of(call, arg, &box) || !box.readable || !box.unit ||
                  box.end == UINT64_MAX || box.end <= box.first))
        return;
    uint64_t slice = boxed ? (box.region[1] - 1) * box.row_pitch + box.region[0] * box.unit : 0;
    /* only the first slice is sure */
    bool gaps = boxed && box.region[2] > 1 && box.slice_pitch != box.region[1] * box.row_pitch;
    struct iq_access *access =
        boxed
            ? add(command, NULL, address + box.first,
                  address + (gaps ? box.first + slice : box.end), arg, role->role == IQ_ROLE_WRITE)
            : add(command, NULL, address, address + size, arg, role->role == IQ_ROLE_WRITE);
    if (!access)
        return;
    access->host = !shared;
    if (boxed && box.row_pitch > box.region[0] * box.unit) {
        access->pitch = box.row_pitch;
        access->width = box.region[0] * box.unit;
    }
    if (access->host && !iq_cl_is_blocking(call))
        iq_cl_guard_memory(access->lo, access->hi, &command->memory[access - command->accesses]);
}

static struct iq_access *add_somewhere(struct command *command, const struct iq_handle *object,
                                       uint64_t lo, uint64_t hi, int arg, bool write)
{
    struct iq_access *access = add(command, object, lo, hi, arg, write);
    if (access)
        access->somewhere = true;
    return access;
}

/* A kernel may use any part of what its arguments name: .somewhere. */
static void add_kernel(struct command *command, const struct iq_call *call, int arg)
{
    const struct iq_cl_kernel *kernel =
        iq_cl_launch_shape(call)->empty ? NULL : iq_cl_kernel_of(iq_cl_object(call, arg));
    bool from_start = iq_cl_launch_shape(call)->at_start;
    for (uint32_t i = 0; kernel && kernel->known && i < kernel->arg_count; i++) {
        const struct iq_cl_arg *from = &kernel->args[i];
        struct iq_access *access = NULL;
        struct iq_range range;
        if (!from->set || !from->value || from->kind == IQ_CL_ARG_VALUE ||
            from->kind == IQ_CL_ARG_LOCAL)
            continue;
        if (from->by_address) {
            if (iq_range_find(from->value, &range) && range.size)
                access = add_somewhere(command, NULL, range.base, range.base + range.size, arg,
                                       from->access == IQ_CL_ACCESS_WRITE);
        } else if (from->kind == IQ_CL_ARG_MEMORY) {
            const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_BUFFER, from->value),
                                   *whole = handle;
            const struct iq_memobj *memory = iq_memobj_of(handle);
            if (!memory || iq_handle_is_dead(handle))
                continue;
            uint64_t base = base_of(&whole);
            access = add_somewhere(command, handle, base, base + memory->size, arg,
                                   from->access == IQ_CL_ACCESS_WRITE &&
                                       !(memory->flags & CL_MEM_READ_ONLY));
            if (access)
                add_under(command, handle, memory, access, 0, from->access != IQ_CL_ACCESS_UNKNOWN);
        }
        /* there it is sure */
        if (access && from_start && (from->reads_first || from->writes_first))
            add(command, command->object[access - command->accesses], access->lo, access->lo + 1,
                arg, access->write && from->writes_first);
    }
}

/* Oclgrind does not know that a fill initialises memory. */
static void note_fill(const struct iq_call *call)
{
    int object = iq_entry_arg(call->entry, IQ_ROLE_WRITE_OBJECT);
    struct iq_memobj *memory =
        object < 0 ? NULL : (struct iq_memobj *)(uintptr_t)iq_memobj_of(iq_cl_object(call, object));
    if (memory && call->plan->pattern >= 0)
        memory->filled = true;
}

/* What a map gives is there when the command is over. */
static void add_map(struct command *command, struct iq_call *call, int arg)
{
    if (!iq_guard_is_enabled())
        return;
    struct iq_access *access = &command->mapped;
    *access = (struct iq_access){
        .arg = -1, .write = true, .allocation = true, .ref = iq_call_ref_of(call)
    };
    iq_cl_map_place(call, &access->lo, &access->hi);
    iq_cl_guard_mapped(iq_cl_object(call, arg), access->lo, access->hi - access->lo,
                       &command->map_memory);
}

static void add_shared_map(struct command *command, struct iq_call *call)
{
    uint64_t address = iq_cl_value(call, "svm_ptr"), size = iq_cl_value(call, "size");
    command->mapped = (struct iq_access){ .lo = address,
                                          .hi = address + size,
                                          .arg = -1,
                                          .write = true,
                                          .allocation = true,
                                          .ref = iq_call_ref_of(call) };
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
        if (__builtin_ctz(left) != plan->pattern) /* is copied by the call */
            add_host(command, call, __builtin_ctz(left));
    if (plan->kernel >= 0)
        add_kernel(command, call, plan->kernel);
    if (call->entry->operation == IQ_OP_MAP_SHARED)
        add_shared_map(command, call);
}

/* True: [access] of [object], about to be made by [timeline] (NULL: the host), conflicts. */
static bool look(enum iq_conflict_kind kind, struct iq_timeline *timeline,
                 const struct iq_access *access, const struct iq_handle *object)
{
    struct iq_conflict *conflict = iq_conflict_of_call();
    bool found = iq_conflict_find(kind, timeline, access, conflict);
    if (found)
        conflict->object = object;
    return found;
}

/* --- order
 * ------------------------------------------------------------------------------------------
 */

static struct iq_timeline *line_of(struct iq_handle *queue)
{
    if (!queue->flow)
        queue->flow = iq_clock_create(0, false, queue->value, queue->serial);
    return queue->flow;
}

/* What [event] (NULL: one that is not known) stands for; *known: nothing else. */
static struct iq_clock_snapshot *snapshot_of(const struct iq_handle *event, bool *known)
{
    struct iq_clock_snapshot *snapshot =
        event && event->kind == IQ_KIND_CL_EVENT ? event->flow : NULL;
    *known = snapshot || (event && iq_cl_event_of(event) && iq_cl_event_of(event)->user);
    return snapshot;
}

/* [timeline] comes after the events of the call's list. */
static bool wait_for_list(struct iq_timeline *timeline, const struct iq_call *call)
{
    int list = call->plan->waits;
    uint64_t values[16];
    bool any = false;
    if (__builtin_expect(!iq_walk_has_list(call, list), 1))
        return false;
    for (uint32_t first = 0, got; (got = iq_walk_list(call, list, first, values, 16)); first += got)
        for (uint32_t i = 0; i < got; i++) {
            const struct iq_handle *event =
                values[i] ? iq_handle_find(IQ_KIND_CL_EVENT, values[i]) : NULL;
            bool known;
            const struct iq_clock_snapshot *snapshot = snapshot_of(event, &known);
            any = true;
            iq_clock_wait_event(timeline, snapshot, known);
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
static bool is_marker(const struct iq_call *call)
{
    return is_barrier(call) || call->entry->flow == IQ_FLOW_MARKER;
}

/* The timeline of a command in a queue that does not keep their order. */
static struct iq_timeline *own_line(struct iq_call *call, struct iq_handle *queue,
                                    struct iq_timeline *all)
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
            iq_guard_add_within(iq_guard_work_of(line), &command->accesses[i], &command->memory[i]);
    if (command->map_memory.hi) {
        if (!command->count)
            iq_clock_access_all(line, NULL, 0); /* something to wait for */
        iq_guard_add_within(iq_guard_work_of(line), &command->mapped, &command->map_memory);
    }
}

/* A command that is over, in a queue that keeps their order, while nothing is under way in any
 * other: it meets nobody, and nobody will meet it.  False: it has to be looked at. */
static bool is_over_alone(struct iq_call *call, struct iq_handle *queue)
{
    const struct iq_cl_queue *details = iq_cl_queue_of(queue);
    bool kept = details && details->known &&
                !(details->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    /* what is mapped has to be remembered */
    if (!kept || !call->plan->access || call->entry->operation == IQ_OP_MAP_SHARED)
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

/* The last operation of [line] is [call], which was made before: next time it may stand for
 * both. */
static inline void set_turn(struct iq_call *call, struct iq_timeline *line, uint32_t stack)
{
    iq_thread_block->order.timeline = line;
    iq_thread_block->order.tick = line->tick;
    call->cached_command->stack = stack;
    call->cached_command->epoch = stack && !iq_cl_deep ? iq_clock_epoch : 0;
}

/* The operation of [line] touches what [command] does; [cached], if it is not NULL, did the same
 * before. */
static inline void access(struct iq_timeline *line, const struct command *command,
                          struct iq_cached_command *cached)
{
    if (cached && cached->count)
        iq_clock_access_kept(line, &cached->kept, command->accesses, cached->count,
                             command->accesses->ref);
    else
        iq_clock_access_all(line, command->accesses, command->count);
}

static bool enqueue(struct iq_call *call, struct iq_handle *queue, struct command *command)
{
    struct iq_cl_queue *details = iq_cl_queue_of(queue);
    bool loose =
        details && details->known && details->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    struct iq_timeline *all = line_of(queue);
    bool conflict = false, blocking = iq_cl_is_blocking(call);
    if (!all)
        return false;
    struct iq_timeline *line = loose ? own_line(call, queue, all) : all;
    struct iq_cached_command *cached = line == all ? iq_cached_command_of(call) : NULL;
    iq_clock_begin(line);
    if (line == all)
        wait_for_list(line, call);
    struct iq_call_ref ref = command->count ? iq_call_ref_of(call) : (struct iq_call_ref){ 0 };
    bool over = blocking && line == all,
         alone = !command->count || iq_clock_is_apart(line, 0, UINT64_MAX);
    for (int i = 0; i < command->count; i++) {
        struct iq_access *access = &command->accesses[i];
        access->ref = ref;
        if (!conflict && !alone)
            conflict = look(IQ_CONFLICT_RACE, line, access, command->object[i]);
        if (access->host && !blocking)
            iq_guard_watch(access->lo, access->hi);
    }
    /* what is over already conflicts with nothing */
    if ((command->count || call->plan->kernel >= 0) && !over)
        access(line, command, cached && cached->counted ? cached : NULL);
    if (call->plan->kernel >= 0)
        iq_cl_launch_enqueued(call, iq_clock_point(line));
    if (!blocking && iq_guard_is_enabled())
        guard(line, command);
    command->work = iq_clock_point(line);
    record(call, line);
    if (alone && cached)
        set_turn(call, line, ref.stack);
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

/* Following the frames takes longer than the call: the first times of each place and address show
 * what there is to see. */
static bool is_familiar(const struct iq_call *call, uint64_t address)
{
    enum { PLACES = 256, LOOKS = 8 };
    static struct {
        uint64_t key;
        uint32_t looks;
    } places[PLACES];
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
        int arg = command->accesses[i].arg;
        if (command->accesses[i].host && arg >= 0 && iq_variable_is_near(call->args[arg]) &&
            !is_familiar(call, call->args[arg]))
            iq_variable_in_flight(iq_thread_get(), call, arg, command->work);
    }
}

/* The same command with nobody near, in a queue that keeps their order: only its time is another
 * one.  It is put in its place before it is forwarded; after that its stores are under way, and a
 * lock would wait for them. */
IQ_FAST static void enqueue_again(struct iq_call *call)
{
    struct iq_cached_command *cached = call->cached_command;
    struct iq_handle *queue = call->found[call->plan->queue];
    struct iq_timeline *line = queue->flow;
    struct iq_call_ref ref = cached->count ? iq_call_ref_of(call) : (struct iq_call_ref){ 0 };
    if (call->plan->host >= 0) {
        iq_thread_block->resolved[call->plan->host] = cached->place;
        iq_thread_block->resolved[call->plan->host].call = call->number;
    }
    if (!line || iq_cl_deep || cached->late)
        return;
    iq_lock(IQ_LOCK_ORDER);
    bool alone = !cached->count || iq_clock_is_apart(line, 0, UINT64_MAX);
    if (alone && cached->advances) {
        iq_thread_block->order.before = line->tick;
        iq_clock_access_kept(line, &cached->kept, cached->accesses, cached->count, ref);
        set_turn(call, line, ref.stack);
        if (cached->kernel) {
            iq_cl_launch_enqueued(call, iq_clock_point(line));
            cached->settings = cached->kernel->settings;
        }
    }
    iq_unlock(IQ_LOCK_ORDER);
    call->settled = alone;
}

IQ_FAST bool iq_cl_enqueue_in_turn(struct iq_call *call)
{
    struct iq_cached_command *cached = call->cached_command;
    struct iq_thread_order *order = &iq_thread_block->order;
    if (cached->blocks || cached->has_event ||
        (cached->advances ? !iq_clock_is_epoch(cached->epoch) : cached->late))
        return false;
    if (cached->kernel && cached->kernel->settings != cached->settings) { /* other numbers */
        const struct iq_timeline *line =
            ((const struct iq_handle *)call->found[call->plan->queue])->flow;
        iq_cl_launch_begin(call, cached->shape.items);
        iq_cl_launch_enqueued(call, iq_clock_point(line));
        cached->settings = cached->kernel->settings;
    }
    order->before = order->tick; /* nothing to take back */
    return call->settled = true;
}

/* It has failed for all that. */
IQ_COLD static void take_back(struct iq_call *call)
{
    const struct iq_thread_order *order = &iq_thread_block->order;
    if (call->settled && call->cached_command->advances) {
        iq_lock(IQ_LOCK_ORDER);
        iq_clock_take_back(order->timeline, order->before, order->tick);
        iq_unlock(IQ_LOCK_ORDER);
    }
    iq_command_cache_drop(call);
}

/* What the same command touched before, it touches. */
static void recall(struct command *command, struct iq_cached_command *cached)
{
    command->accesses = cached->accesses;
    command->object = cached->objects;
    command->count = cached->count;
    command->map_memory.hi = 0;
    for (int i = 0; i < cached->count; i++)
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
    command.accesses = command.own_accesses;
    command.object = command.own_objects;
    struct iq_cached_command *cached = iq_cached_command_of(call);
    bool blocking = iq_cl_is_blocking(call), conflict = false;
    struct iq_handle *queue = call->result ? NULL : iq_cl_object(call, call->plan->queue);
    if (blocking)
        iq_cl_port.ran_kernels();
    if (__builtin_expect(iq_cl_deep, 0) && queue)
        note_fill(call);
    if (!queue || call->outer || !is_wanted())
        return;
    bool over = blocking && is_over_alone(call, queue);
    if (!over) {
        if (cached && cached->counted)
            recall(&command, cached);
        else
            collect(&command, call);
        iq_lock(IQ_LOCK_ORDER);
        conflict = enqueue(call, queue, &command);
        iq_unlock(IQ_LOCK_ORDER);
    }
    if (blocking) {
        iq_cl_port.are_over();
        iq_guard_review();
    } else
        note_frames(call, &command);
    if (conflict)
        iq_conflict_send(call, IQ_PHASE_DONE);
    else if (call->cached_command && !cached)
        iq_command_cache_keep(call, command.accesses, command.object,
                              over || is_guarded(&command) ? -1 : command.count,
                              over || command.count || call->plan->kernel >= 0);
}

static bool maps(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_MAP_OBJECT || entry->operation == IQ_OP_UNMAP_OBJECT;
}

/* Has a command with these objects, or this kernel and its objects, been enqueued here before, in
 * this queue?  Then the driver has their memory on its device, and
 * what it allocates now is for itself; but for maps, which may give what is allocated for them. */
static bool is_usual(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    bool kernel = plan->kernel >= 0;
    uint64_t key = call->site.pc ^ call->args[plan->queue];
    uint32_t left = kernel ? 1u << plan->kernel : plan->objects;
    if (!left || (!kernel && maps(call->entry)))
        return false;
    for (; left; left &= left - 1) {
        const struct iq_handle *object = iq_cl_object(call, __builtin_ctz(left));
        if (!object)
            return false;
        uint64_t version =
            object->generation + (kernel && iq_cl_kernel_of(object)
                                      ? (uint64_t)iq_cl_kernel_of(object)->changes << 8
                                      : 0);
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
    bool cached = iq_cached_command_of(call);
    if (phase == IQ_EFFECTS_BEFORE)
        call->own_blocks = cached || is_usual(call);
    if (phase == IQ_EFFECTS_BEFORE && cached)
        enqueue_again(call);
    if (phase == IQ_EFFECTS_AFTER && cached && call->result)
        take_back(call);
    iq_cl_event_enqueued(call, phase);
    if (phase == IQ_EFFECTS_AFTER && !call->settled)
        is_back(call);
}

void iq_fx_cl_enqueue(struct iq_call *call, int phase) { iq_cl_enqueue(call, phase); }

/* --- what the host knows
 * ------------------------------------------------------------------------------------------ */

void iq_fx_cl_finish(struct iq_call *call, int phase)
{
    struct iq_handle *queue =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    iq_cl_event_finish(call, phase);
    if (phase == IQ_EFFECTS_AFTER)
        iq_cl_port.ran_kernels();
    if (!queue || !queue->flow)
        return;
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_done(queue->flow);
    iq_unlock(IQ_LOCK_ORDER);
    iq_cl_port.are_over();
    iq_guard_review();
}

void iq_cl_event_is_over(const struct iq_handle *event)
{
    bool known;
    iq_lock(IQ_LOCK_ORDER);
    struct iq_clock_snapshot *snapshot = snapshot_of(event, &known);
    iq_clock_done_event(snapshot, known);
    iq_unlock(IQ_LOCK_ORDER);
    iq_cl_port.are_over();
    iq_guard_review();
}

void iq_cl_all_is_over(void)
{
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_done_all();
    iq_unlock(IQ_LOCK_ORDER);
    iq_cl_port.are_over();
    iq_guard_review();
}

void iq_fx_cl_wait(struct iq_call *call, int phase)
{
    uint64_t values[16];
    iq_cl_event_waited(call, phase);
    if (phase == IQ_EFFECTS_AFTER)
        iq_cl_port.ran_kernels();
    for (uint32_t first = 0, got; phase == IQ_EFFECTS_AFTER && !call->result &&
                                  (got = iq_walk_list(call, 1, first, values, 16));
         first += got)
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
    const struct iq_handle *event =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    if (event)
        iq_cl_event_is_over(event);
}

/* Asking an event for its state tells the host that it is over. */
void iq_fx_cl_info(struct iq_call *call, int phase)
{
    int32_t status = 1;
    const struct iq_handle *event =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    if (event && call->args[1] == CL_EVENT_COMMAND_EXECUTION_STATUS && call->args[3] &&
        iq_peek(&status, (uintptr_t)call->args[3], sizeof status, false) && status <= CL_COMPLETE)
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

/* --- memory that goes away
 * ---------------------------------------------------------------------------------------- */

bool iq_cl_freed_in_flight(struct iq_call *call, int arg, uint64_t lo, uint64_t hi)
{
    struct iq_access access = {
        .lo = lo, .hi = hi, .arg = (int8_t)arg, .write = true, .ref = iq_call_ref_of(call)
    };
    if (!is_wanted())
        return false;
    iq_lock(IQ_LOCK_ORDER);
    bool conflict = look(IQ_CONFLICT_FREE, NULL, &access, NULL);
    iq_unlock(IQ_LOCK_ORDER);
    if (conflict)
        iq_conflict_send(call, IQ_PHASE_DONE);
    return conflict;
}
