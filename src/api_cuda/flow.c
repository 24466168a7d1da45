#include "api_cuda/flow.h"

#include <string.h>
#include <strings.h>

#include "api_cuda/captures.h"
#include "api_cuda/flow_work.h"
#include "api_cuda/graphs.h"
#include "api_cuda/kernels.h"
#include "api_cuda/launch.h"
#include "api_cuda/nodes.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/query.h"
#include "call/send.h"
#include "call/variable.h"
#include "call/walk.h"
#include "order/epoch.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "order/managed.h"
#include "order/port.h"
#include "order/stall.h"

/* Nodes that record events, and such that may wait for others or have the host or another device
 * take part. */
enum {
    RECORDING_NODES = 1u << IQ_NODE_RECORD,
    WAITING_NODES = 1u << IQ_NODE_WAIT | 1u << IQ_NODE_HOST | 1u << IQ_NODE_GRAPH |
                    1u << IQ_NODE_BATCH | 1u << IQ_NODE_SIGNAL_SEMAPHORE |
                    1u << IQ_NODE_WAIT_SEMAPHORE
};

/* What an event stands for. */
struct event_state {
    struct iq_clock_snapshot *snapshot;
    uint64_t capture, captured_before;
    bool unseen, lost;
    struct event_state *next;
};

/* An executable graph: its launches wait for each other, whatever streams they are on. */
struct executable {
    void *captured;
    struct iq_clock_snapshot *launched;
    struct executable *next;
};

static struct event_state *free_states;
static struct executable *free_executables;
static bool unseen_events; /* some graph may record events that we do not know of */
/* some graph made node by node may wait for others, or call the host */
static bool waiting_graphs;

static int device_of(const struct iq_thread *thread, const struct iq_call *call)
{
    if (thread->current && thread->current->device >= 0)
        return thread->current->device;
    return thread->current && call->entry->api == IQ_API_CUDA ? -1 : thread->device;
}

/* The timeline of a stream, made when it is first seen. */
static struct iq_timeline *timeline_of_handle(struct iq_handle *handle)
{
    if (!handle->flow) {
        int device = handle->context ? handle->context->device : -1;
        if (device < 0)
            iq_clock_mix_devices();
        handle->flow = iq_clock_create(device, !(handle->flags & IQ_HANDLE_NON_BLOCKING),
                                       handle->value, handle->serial);
        iq_footprint_start();
    }
    return handle->flow;
}

IQ_FAST struct iq_handle *iq_flow_stream(const struct iq_call *call, uint64_t stream)
{
    int arg = call->plan->stream;
    struct iq_handle *handle = arg >= 0 ? iq_resolved_handle(call, arg, IQ_KIND_STREAM)
                                        : iq_handle_find(IQ_KIND_STREAM, stream);
    return handle && handle->kind == IQ_KIND_STREAM ? handle : NULL;
}

/* The timeline that [call] works on; NULL: unknown. */
IQ_FAST struct iq_timeline *iq_flow_timeline(const struct iq_thread *thread,
                                             const struct iq_call *call)
{
    uint64_t stream = iq_walk_stream(call);
    if (stream <= 2) {
        int device = device_of(thread, call);
        if (device < 0)
            iq_clock_mix_devices();
        if (iq_flow_is_legacy(call, stream))
            return iq_clock_legacy(device);
        iq_footprint_start();
        return iq_clock_thread(device, thread->number);
    }
    struct iq_handle *handle = iq_flow_stream(call, stream);
    return handle ? timeline_of_handle(handle) : NULL;
}

/* Captures. */

/* Handle that [call] made; kind of its first NEW argument. */
static struct iq_handle *made(const struct iq_call *call, enum iq_kind kind)
{
    uint64_t value = 0;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_NEW && call->entry->args[i].kind == kind &&
            call->args[i])
            memcpy(&value, (const void *)(uintptr_t)call->args[i], sizeof value);
    struct iq_handle *handle = value ? iq_handle_find(kind, value) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

/* Bits of enum iq_node: what [call] makes, asks about or changes. */
static unsigned nodes_of(const struct iq_call *call)
{
    struct iq_graph_node node;
    return iq_graph_node_of(call, &node) ? 1u << node.type : call->entry->nodes;
}

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
    return event->flags & IQ_HANDLE_ADOPTED ||
           (event->created.entry && event->created.entry->operation == IQ_OP_OPEN_EVENT);
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

static struct iq_handle *event_at(const struct iq_call *call)
{
    return iq_resolved_handle(call, call->plan->event, IQ_KIND_EVENT);
}

static bool is_unseen(const struct iq_handle *event)
{
    const struct event_state *state = event->flow;
    return unseen_events || (state ? state->unseen || state->lost : is_foreign(event));
}

/* Is the record or the wait for whoever launches the graph, and no part of the capture? */
static bool is_external(const struct iq_call *call)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (!strcasecmp(call->entry->args[i].name, "flags"))
            return call->args[i] & 1;
    return false;
}

static void record(const struct iq_call *call, struct iq_timeline *timeline,
                   struct iq_handle *event)
{
    struct event_state *state = event ? state_of(event) : NULL;
    if (!state)
        return;
    state->lost = false;
    if (timeline && timeline->capture && is_external(call)) {
        state->unseen = true;
        iq_clock_note_change();
        return;
    }
    if (timeline && !timeline->capture) {
        state->capture = 0;
        state->snapshot = iq_clock_record(timeline, state->snapshot);
        return;
    }
    state->capture = timeline ? timeline->capture : 0;
    state->captured_before = timeline ? timeline->captured_before : 0;
    state->unseen |= !timeline;
    iq_clock_note_change();
}

static bool is_captured(const struct iq_handle *event)
{
    const struct event_state *state = event->flow;
    return state && iq_capture_is_live(state->capture);
}

static void wait(struct iq_timeline *timeline, struct iq_handle *event)
{
    const struct event_state *state = event ? event->flow : NULL;
    if (!timeline)
        return;
    if (event && is_captured(event)) {
        iq_capture_join(timeline, state->capture, state->captured_before);
        return;
    }
    if (timeline->capture) {
        iq_capture_waits(timeline);
        return;
    }
    iq_clock_begin(timeline);
    iq_clock_wait_event(timeline, state ? state->snapshot : NULL, event && !is_unseen(event));
}

static void synchronise_events(const struct iq_call *call)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        if (call->entry->args[i].kind != IQ_KIND_EVENT)
            continue;
        const struct iq_handle *event = iq_resolved_handle(call, i, IQ_KIND_EVENT);
        const struct event_state *state = event ? event->flow : NULL;
        iq_clock_done_event(state ? state->snapshot : NULL, event && !is_unseen(event));
    }
}

static void destroy_event(struct iq_handle *event)
{
    struct event_state *state = event ? event->flow : NULL;
    if (!state)
        return;
    event->flow = NULL;
    iq_clock_release(state->snapshot);
    state->next = free_states;
    free_states = state;
}

/* Memory. */

/* The whole allocation that memory argument [i] begins; false: unknown. */
static bool whole(const struct iq_thread *thread, const struct iq_call *call,
                  struct iq_access *access, enum iq_where *where)
{
    for (int i = 0; i < call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        int role = call->entry->args[i].role;
        const struct iq_resolved *place = &thread->resolved[i];
        if ((role != IQ_ROLE_DELMEM && role != IQ_ROLE_UNREGMEM) || !call->args[i] ||
            !place->live || place->range.base != call->args[i] || !place->range.size)
            continue;
        *access = (struct iq_access){ .lo = place->range.base,
                                      .hi = place->range.base + place->range.size,
                                      .arg = (int8_t)i,
                                      .write = true };
        *where = (enum iq_where)place->where;
        return true;
    }
    return false;
}

IQ_FAST bool iq_flow_frees_at_once(const struct iq_thread *thread, const struct iq_call *call)
{
    if (call->plan->flow == IQ_FLOW_FREE && call->entry->arg_count && !call->args[0])
        return true;
    int arg = iq_entry_arg(call->entry, IQ_ROLE_DELMEM);
    const struct iq_range *range = arg >= 0 && arg < IQ_THREAD_ARGS && thread->resolved[arg].live
                                       ? &thread->resolved[arg].range
                                       : NULL;
    return range && range->kind == IQ_KIND_DEVICE_MEMORY && range->created.entry &&
           range->created.entry->flags & IQ_ENTRY_ASYNC;
}

static bool made_memory(const struct iq_call *call, uint64_t *lo, uint64_t *hi)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_NEWMEM && call->args[i] &&
            call->entry->args[i].size_arg >= 0 && !strstr(call->entry->args[i].type, "_v1")) {
            memcpy(lo, (const void *)(uintptr_t)call->args[i], sizeof *lo);
            return !__builtin_add_overflow(*lo, iq_walk_size(call, i), hi) && *lo;
        }
    return false;
}

static bool free_before(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    struct iq_access access;
    enum iq_where where;
    if (!whole(thread, call, &access, &where))
        return false;
    if (flow == IQ_FLOW_FREE) {
        iq_guard_drop(access.lo, access.hi);
        if (where == (iq_core.soft ? IQ_WHERE_PINNED : IQ_WHERE_MANAGED))
            iq_managed_end(access.lo);
        access.allocation = true;
        bool found = (where == IQ_WHERE_PINNED || iq_flow_frees_at_once(thread, call)) &&
                     iq_conflict_find(IQ_CONFLICT_FREE, NULL, &access, iq_conflict_of_call());
        if (found)
            iq_conflict_of_call()->driver_waits = where == IQ_WHERE_PINNED;
        return found;
    }
    struct iq_timeline *timeline = iq_flow_timeline(thread, call);
    if (!timeline || timeline->capture || where != IQ_WHERE_DEVICE)
        return false;
    iq_clock_begin(timeline);
    return iq_conflict_find(IQ_CONFLICT_FREE, timeline, &access, iq_conflict_of_call());
}

/* May the graph that [call] launches hold host functions? */
static bool may_call_host(const struct iq_call *call)
{
    const struct iq_handle *exec =
        iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC), IQ_KIND_GRAPH_EXEC);
    const struct executable *executable = exec ? exec->flow : NULL;
    const struct iq_captured *captured = executable ? executable->captured : NULL;
    return waiting_graphs || !captured || captured->waits;
}

void iq_flow_before(struct iq_thread *thread, struct iq_call *call)
{
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    bool conflict = false;
    struct iq_timeline *timeline;
    if (flow == IQ_FLOW_ACCESS)
        iq_flow_unguard(thread, call);
    if (flow != IQ_FLOW_TELL && flow != IQ_FLOW_FREE && flow != IQ_FLOW_FREE_ASYNC &&
        flow != IQ_FLOW_CAPTURE_END && flow != IQ_FLOW_GRAPH_LAUNCH)
        return;
    iq_lock(IQ_LOCK_ORDER);
    if (flow == IQ_FLOW_TELL || flow == IQ_FLOW_GRAPH_LAUNCH) {
        timeline =
            flow == IQ_FLOW_TELL || may_call_host(call) ? iq_flow_timeline(thread, call) : NULL;
        if (timeline && !timeline->capture) {
            iq_clock_done(timeline);
            iq_conflict_set_host_functions(true);
        }
    } else if (flow == IQ_FLOW_CAPTURE_END) {
        timeline = iq_flow_timeline(thread, call);
        void *captured = timeline ? iq_capture_end(timeline) : NULL;
        /* of the graph, if the call succeeds; else lost, a few kilobytes */
        call->found[7] = captured;
    } else
        conflict = free_before(thread, call, flow);
    iq_guard_review_locked();
    iq_unlock(IQ_LOCK_ORDER);
    if (conflict)
        iq_conflict_send(call, IQ_PHASE_DONE);
}

/* For --blame: which launches come after which. */
static void place_launch(const struct iq_call *call, struct iq_timeline *timeline)
{
    if (__builtin_expect(iq_core.keeps_places, 0) && !timeline->capture)
        iq_launch_place(call, timeline);
}

/* A launch, with what the software device will tell of its kernel. */
static void place_kernel(const struct iq_thread *thread, struct iq_call *call,
                         struct iq_timeline *timeline)
{
    if (!iq_core.soft) {
        iq_flow_place_kernel(thread, call, timeline);
        return;
    }
    struct iq_footprint_words words = { thread->words,
                                        thread->kernel ? thread->kernel->word_count : 0, true };
    iq_footprint_place(iq_call_ref_of(call), timeline, NULL, 0, true,
                       call->plan->func >= 0 && thread->kernel ? &words : NULL);
}

/* Work after which the stream may stand still. */
static void note_told(struct iq_call *call, struct iq_timeline *timeline)
{
    bool writes = call->entry->flow == IQ_FLOW_WRITE_VALUE,
         waits = call->entry->flow == IQ_FLOW_WAIT_VALUE;
    uint64_t address = (writes || waits) && call->entry->arg_count > 1 ? call->args[1] : 0;
    if (writes)
        iq_stall_written(address);
    if ((waits || call->entry->flow == IQ_FLOW_HOST_FUNCTION) && iq_stall_is_wanted(timeline))
        iq_stall_note(timeline, iq_call_ref_of(call), address);
}

/* Everything that is known of is complete, if it is on one device. */
static void forget_host_functions(void)
{
    const struct iq_timeline *first = iq_clock_slot(0), *other;
    for (uint32_t i = 1; (other = iq_clock_slot(i)); i++)
        if (other->device != first->device)
            return;
    iq_conflict_set_host_functions(false);
}

static bool graph_launch(struct iq_call *call, struct iq_timeline *timeline)
{
    struct iq_handle *exec =
        iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC), IQ_KIND_GRAPH_EXEC);
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
        struct iq_access access = captured->accesses[i];
        access.arg = -1; /* of the launch that was captured */
        access.ref = iq_call_ref_of(call);
        if (!conflict)
            conflict = iq_conflict_find(IQ_CONFLICT_RACE, timeline, &access, iq_conflict_of_call());
        iq_clock_access(timeline, &access);
        struct iq_range range;
        /* hosts poll what kernels write */
        if (access.host && !access.function && iq_range_find(access.lo, &range))
            iq_guard_add(timeline, &access, &range);
    }
    if (iq_footprint_is_on())
        iq_footprint_place(iq_call_ref_of(call), timeline, captured ? captured->accesses : NULL,
                           captured ? (int)captured->count : 0, true, NULL);
    place_launch(call, timeline);
    if (executable)
        executable->launched = iq_clock_record(timeline, executable->launched);
    return conflict;
}

/* The graph that [call] makes a node of another one; NULL: what it does is not known. */
static const struct iq_handle *child_of(const struct iq_call *call)
{
    const struct iq_handle *child = NULL;
    struct iq_graph_node node;
    if (iq_graph_node_of(call, &node) && node.type == IQ_NODE_GRAPH)
        child = iq_handle_find(IQ_KIND_GRAPH, node.first);
    for (int i = 2;
         call->entry->nodes == 1u << IQ_NODE_GRAPH && i < call->entry->arg_count && !child; i++)
        child = call->entry->args[i].kind == IQ_KIND_GRAPH
                    ? iq_resolved_handle(call, i, IQ_KIND_GRAPH)
                    : NULL;
    return child && child->kind == IQ_KIND_GRAPH && child->flow ? child : NULL;
}

static bool is_kernel_node(const struct iq_call *call)
{
    return nodes_of(call) == 1u << IQ_NODE_KERNEL;
}

/* Is all that the node does known from what [call] says? */
static bool is_described(const struct iq_call *call)
{
    struct iq_graph_node node;
    bool any = iq_graph_node_of(call, &node);
    return is_kernel_node(call) || (call->plan->access && (!any || node.type == IQ_NODE_MEMCPY ||
                                                           node.type == IQ_NODE_MEMSET));
}

/* What the node that [call] describes does, a copy, a fill, a kernel or another graph, is done by
 * operation [op]. */
static void graph_put(struct iq_thread *thread, struct iq_call *call, struct iq_captured *captured,
                      uint32_t op)
{
    const struct iq_handle *child = child_of(call);
    iq_flow_put_node(thread, call, captured, op, is_kernel_node(call) ? thread->kernel : NULL);
    if (child)
        iq_nodes_add_child(captured, op, child->flow);
}

/* [node], which was added by hand to the graph whose doings *place are, is now what [call]
 * describes; false: what it does is not known. */
static bool graph_renew(struct iq_thread *thread, struct iq_call *call, void **place,
                        const struct iq_handle *node)
{
    uint32_t op =
        node && *place && is_described(call) ? iq_nodes_find(*place, node->value) : IQ_CAPTURED_OPS;
    struct iq_captured *captured = op < IQ_CAPTURED_OPS ? iq_captured_own(place) : NULL;
    if (!captured)
        return false;
    iq_nodes_clear(captured, op);
    graph_put(thread, call, captured, op);
    return true;
}

static void graph_change(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    struct iq_handle *graph =
        iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH), IQ_KIND_GRAPH);
    struct iq_handle *exec =
        iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC), IQ_KIND_GRAPH_EXEC);
    struct iq_handle *node =
        iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH_NODE), IQ_KIND_GRAPH_NODE);
    unsigned nodes = nodes_of(call);
    unseen_events |= (nodes & RECORDING_NODES) != 0;
    iq_clock_note_change();
    waiting_graphs |= nodes & WAITING_NODES && !child_of(call);
    if (graph && nodes && call->entry->args[0].role == IQ_ROLE_NEW) {
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
    if (node && node->parent && node->parent->kind == IQ_KIND_GRAPH && !exec &&
        !graph_renew(thread, call, &node->parent->flow, node))
        iq_captured_drop(&node->parent->flow);
}

static void memory_done(struct iq_call *call, struct iq_timeline *timeline)
{
    uint64_t lo, hi;
    if (!made_memory(call, &lo, &hi))
        return;
    struct iq_range range;
    iq_clock_forget(lo, hi);
    iq_footprint_forget(lo, hi);
    if (!iq_core.soft && iq_range_find(lo, &range) && range.kind == IQ_KIND_MANAGED_MEMORY)
        iq_managed_begin(lo, hi - lo, 0); /* the software device says so itself */
    if (!timeline || timeline->capture)
        return;
    iq_clock_begin(timeline);
    struct iq_access access = { .lo = lo,
                                .hi = hi,
                                .arg = -1,
                                .write = true,
                                .allocation = true,
                                .ref = iq_call_ref_of(call) };
    iq_clock_access(timeline, &access);
}

static void synchronise_device(const struct iq_thread *thread, const struct iq_call *call,
                               enum iq_flow flow)
{
    int device = device_of(thread, call);
    if (flow == IQ_FLOW_FREE && iq_flow_frees_at_once(thread, call))
        return;
    if (device < 0 || call->entry->flags & IQ_ENTRY_RESET || flow == IQ_FLOW_FREE ||
        arg_of_kind(call, IQ_KIND_CONTEXT) >= 0)
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
        handle = iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_STREAM), IQ_KIND_STREAM);
        if (handle && handle->flow) {
            iq_clock_retire(handle->flow);
            handle->flow = NULL;
        }
        return true;
    case IQ_FLOW_EVENT_DESTROY: destroy_event(event_at(call)); return true;
    case IQ_FLOW_EVENT_UNSEEN:
        waiting_graphs |= (nodes_of(call) & WAITING_NODES) != 0;
        if ((handle = event_at(call)) && state_of(handle))
            ((struct event_state *)handle->flow)->unseen = true;
        iq_clock_note_change();
        return true;
    case IQ_FLOW_CAPTURE_BEGIN:
        if ((timeline = iq_flow_timeline(thread, call)))
            iq_capture_begin(timeline);
        return true;
    case IQ_FLOW_CAPTURE_END:
        if ((handle = made(call, IQ_KIND_GRAPH))) {
            iq_captured_drop(&handle->flow);
            handle->flow = call->found[7];
        }
        return true;
    case IQ_FLOW_INSTANTIATE:
    case IQ_FLOW_GRAPH_UPDATE:
        handle = flow == IQ_FLOW_INSTANTIATE
                     ? made(call, IQ_KIND_GRAPH_EXEC)
                     : iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH_EXEC),
                                          IQ_KIND_GRAPH_EXEC);
        share(handle,
              graph = iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH), IQ_KIND_GRAPH));
        iq_conflict_of_call()->nodes =
            graph && iq_nodes_unordered(graph->flow, iq_conflict_of_call());
        return true;
    case IQ_FLOW_GRAPH_EDGES:
        graph = iq_resolved_handle(call, arg_of_kind(call, IQ_KIND_GRAPH), IQ_KIND_GRAPH);
        iq_nodes_depend(graph && graph->flow ? iq_captured_own(&graph->flow) : NULL, call);
        return true;
    case IQ_FLOW_GRAPH_DESTROY:
    case IQ_FLOW_GRAPH_CHANGE: graph_change(thread, call, flow); return true;
    default: return false;
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
    if (flow != IQ_FLOW_SYNC_CONTEXT && flow != IQ_FLOW_SYNC_EVENT && flow != IQ_FLOW_FREE &&
        flow != IQ_FLOW_ALLOC)
        timeline = iq_flow_timeline(thread, call);
    switch (flow) {
    case IQ_FLOW_RECORD: record(call, timeline, event_at(call)); break;
    case IQ_FLOW_WAIT: wait(timeline, event_at(call)); break;
    case IQ_FLOW_SYNC_EVENT: synchronise_events(call); break;
    case IQ_FLOW_SYNC_CONTEXT:
    case IQ_FLOW_FREE:
        synchronise_device(thread, call, flow);
        iq_stall_forget(NULL);
        if (flow == IQ_FLOW_SYNC_CONTEXT)
            forget_host_functions();
        break;
    case IQ_FLOW_ALLOC: memory_done(call, NULL); break;
    default: break;
    }
    if (!timeline)
        goto out;
    switch (flow) {
    case IQ_FLOW_SYNC_STREAM:
        iq_clock_done(timeline);
        iq_stall_forget(timeline);
        break;
    case IQ_FLOW_WORK:
        if (iq_flow_has_accesses(thread, call))
            conflict = iq_flow_kernel_done(thread, call, timeline);
        else
            iq_clock_begin(timeline);
        if (iq_footprint_is_on() && !timeline->capture && call->entry->flags & IQ_ENTRY_LAUNCH)
            place_kernel(thread, call, timeline);
        if (call->entry->flags & IQ_ENTRY_LAUNCH)
            place_launch(call, timeline);
        break;
    case IQ_FLOW_TELL:
        if (timeline->capture)
            iq_capture_waits(timeline);
        else
            iq_clock_wait_for_all(timeline);
        note_told(call, timeline);
        break;
    case IQ_FLOW_ACCESS: conflict = iq_flow_access_done(thread, call, timeline, &frame); break;
    case IQ_FLOW_GRAPH_LAUNCH: conflict = graph_launch(call, timeline); break;
    case IQ_FLOW_ALLOC_ASYNC: memory_done(call, timeline); break;
    case IQ_FLOW_CAPTURE_EDGES: iq_capture_blur(timeline); break;
    default: break;
    }
    tick = timeline->tick;
out:
    iq_guard_review_locked();
    iq_unlock(IQ_LOCK_ORDER);
    if (iq_footprint_is_on())
        iq_footprint_review(false);
    if (__builtin_expect(frame >= 0, 0))
        iq_variable_in_flight(thread, call, frame,
                              (struct iq_point){ &iq_clock_reached[timeline->slot], tick });
    if (conflict)
        iq_conflict_send(call, IQ_PHASE_DONE);
    if (__builtin_expect(flow == IQ_FLOW_INSTANTIATE || flow == IQ_FLOW_GRAPH_UPDATE, 0) &&
        iq_conflict_of_call()->nodes)
        iq_order_port.race(iq_conflict_of_call());
}

IQ_FAST bool iq_flow_is_quiet(const struct iq_thread *thread, const struct iq_call *call)
{
    return iq_clock_is_quiet(device_of(thread, call));
}

/* Does [call] enqueue what touches no memory that is known, and is in no way ordered with
 * anything? */
IQ_FAST static bool is_indifferent(const struct iq_thread *thread, const struct iq_call *call)
{
    if (iq_flow_has_accesses(thread, call) || iq_footprint_is_on() || iq_core.keeps_places)
        return false;
    /* only the default stream's rules matter */
    return !iq_flow_is_legacy(call, iq_walk_stream(call)) || iq_flow_is_quiet(thread, call);
}

/* Does a wait for one object, or a question about it, tell the host what it knows already?  Then
 * nobody needs to lock, and *over says so. */
IQ_FAST static bool is_known(const struct iq_call *call, enum iq_flow flow, const bool **over)
{
    bool stream = flow == IQ_FLOW_SYNC_STREAM;
    if ((!stream && flow != IQ_FLOW_SYNC_EVENT) || call->entry->arg_count != 1 || !call->found[0] ||
        iq_footprint_is_on() || (iq_guard_count && iq_guard_reviewed != iq_clock_completions))
        return false;
    const struct iq_handle *handle = call->found[0];
    const struct iq_timeline *timeline =
        stream && handle->kind == IQ_KIND_STREAM ? handle->flow : NULL;
    if (timeline) {
        *over = &timeline->over;
        return !timeline->capture && !timeline->stall.number && iq_clock_is_over(timeline);
    }
    const struct event_state *state =
        !stream && handle->kind == IQ_KIND_EVENT && !is_unseen(handle) ? handle->flow : NULL;
    if (!state || !state->snapshot)
        return false;
    *over = &state->snapshot->over;
    return __atomic_load_n(*over, __ATOMIC_RELAXED);
}

IQ_FAST void iq_flow_done(struct iq_thread *thread, struct iq_call *call)
{
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    const bool *over;
    if ((flow != IQ_FLOW_WORK || !is_indifferent(thread, call)) && !is_known(call, flow, &over))
        flow_done(thread, call, flow);
}

/* IQ_LOCK_ORDER held. */
IQ_FAST static bool ahead_locked(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow)
{
    struct iq_timeline *timeline = iq_flow_timeline(thread, call);
    struct iq_handle *event;
    if (!timeline || timeline->capture)
        return false;
    thread->order.before = timeline->tick;
    switch (flow) {
    case IQ_FLOW_RECORD:
        if (!(event = event_at(call)))
            return false;
        record(call, timeline, event);
        break;
    case IQ_FLOW_WAIT:
        event = event_at(call);
        if (!event || !(event->flags & IQ_HANDLE_RECORDED) || is_captured(event))
            return false; /* there is something to be said of it, or the driver may refuse */
        wait(timeline, event);
        break;
    case IQ_FLOW_WORK:
        if (iq_flow_has_accesses(thread, call))
            call->conflict = iq_flow_kernel_done(thread, call, timeline);
        else
            iq_clock_begin(timeline);
        if (iq_footprint_is_on() && call->entry->flags & IQ_ENTRY_LAUNCH)
            place_kernel(thread, call, timeline);
        break;
    default:
        if (!iq_flow_access_ahead(thread, call, timeline))
            return false;
    }
    thread->order.timeline = timeline;
    thread->order.tick = timeline->tick;
    return true;
}

/* An event that was recorded before is recorded once more, or waited for, on a stream that does not
 * capture.  If the driver should refuse the wait, no order is lost but that which it would have
 * made. */
__attribute__((always_inline)) static inline bool event_again(struct iq_thread *thread,
                                                              const struct iq_call *call,
                                                              bool records)
{
    struct iq_handle *event = call->found[call->plan->event];
    struct iq_handle *stream = call->found[call->plan->stream];
    struct event_state *state = event ? event->flow : NULL;
    if (!state || !(event->flags & IQ_HANDLE_RECORDED))
        return false;
    iq_lock(IQ_LOCK_ORDER);
    struct iq_timeline *timeline = stream ? stream->flow : iq_flow_timeline(thread, call);
    bool again = timeline && !timeline->capture && (records || !is_captured(event));
    if (again) {
        uint64_t before = timeline->tick;
        if (records) {
            state->lost = false;
            state->capture = 0;
            state->snapshot = iq_clock_record(timeline, state->snapshot);
        } else {
            wait(timeline, event);
        }
        iq_flow_is_ordered(thread, timeline, before);
        iq_guard_review_locked();
    }
    iq_unlock(IQ_LOCK_ORDER);
    return again;
}

IQ_FAST enum iq_cached iq_flow_event_again(struct iq_thread *thread, struct iq_call *call)
{
    const uint32_t first_two = 3;
    if (!(__builtin_expect(call->plan->handles == first_two, 1)
              ? iq_walk_knows_two_handles(thread, call)
              : iq_walk_knows_handles(thread, call)))
        return IQ_CACHED_NOT;
    thread->order.timeline = NULL;
    call->settled = !iq_flow_is_watched(thread) &&
                    (call->plan->flow == IQ_FLOW_RECORD ? event_again(thread, call, true)
                                                        : event_again(thread, call, false));
    return call->settled ? IQ_CACHED_SETTLED : IQ_CACHED_LOOKED_AT;
}

IQ_FAST enum iq_cached iq_flow_known(struct iq_thread *thread, struct iq_call *call)
{
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    if (!iq_walk_knows_handles(thread, call))
        return IQ_CACHED_NOT;
    if (iq_flow_is_watched(thread))
        return IQ_CACHED_LOOKED_AT;
    thread->order.timeline = NULL;
    uint32_t changes = iq_query_changes();
    const bool *over;
    call->settled = is_known(call, flow, &over);
    if (call->settled && call->plan->asks)
        iq_query_keep(call, over, changes);
    return call->settled ? IQ_CACHED_SETTLED : IQ_CACHED_LOOKED_AT;
}

IQ_FAST bool iq_flow_ahead(struct iq_thread *thread, struct iq_call *call)
{
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    thread->order.timeline = NULL;
    const bool *over;
    if (flow == IQ_FLOW_SYNC_EVENT || flow == IQ_FLOW_SYNC_STREAM)
        return is_known(call, flow, &over);
    bool settled = flow == IQ_FLOW_WORK && is_indifferent(thread, call);
    if (!settled) {
        iq_lock(IQ_LOCK_ORDER);
        settled = ahead_locked(thread, call, flow);
        iq_guard_review_locked();
        iq_unlock(IQ_LOCK_ORDER);
    }
    if (iq_footprint_is_on())
        iq_footprint_review(false);
    if (settled && call->cached_launch && !call->cached_launch->entry)
        iq_launch_cache_add(thread, call);
    return settled;
}

void iq_flow_tell(struct iq_call *call)
{
    if (call->conflict)
        iq_conflict_send(call, IQ_PHASE_DONE);
}

void iq_flow_take_back(const struct iq_call *call)
{
    const struct iq_thread *thread = iq_thread_block;
    struct iq_handle *event = call->plan->flow == IQ_FLOW_RECORD ? event_at(call) : NULL;
    if (!thread->order.timeline)
        return;
    iq_lock(IQ_LOCK_ORDER);
    if (event && state_of(event))
        state_of(event)->lost = true; /* what it stood for; until it is recorded again */
    iq_clock_note_change();
    if (!event)
        iq_clock_take_back(thread->order.timeline, thread->order.before, thread->order.tick);
    iq_footprint_take_back(call->number);
    iq_unlock(IQ_LOCK_ORDER);
}

bool iq_flow_is_capturing(const struct iq_handle *stream)
{
    const struct iq_timeline *timeline = stream->flow;
    return stream->flags & IQ_HANDLE_CAPTURING || (timeline && timeline->capture);
}

void iq_flow_after_fork(void)
{
    iq_clock_after_fork();
    iq_footprint_reset();
    free_states = NULL;
    free_executables = NULL;
    iq_captures_reset();
    iq_conflict_set_host_functions(false);
}
