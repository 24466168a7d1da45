/* graph-stale: which memory the copies and fills in a captured graph use, and whether it is still there when the graph runs.
 * What a capture enqueues is noted with the stream that captures, goes to the graph when the capture ends, and to what is instantiated
 * from it.  Kernels' pointers are not known here.  phase 0: about to be forwarded, 1: over.
 * Owner: core.  Threads: IQ_LOCK_NAMES for the lists; lists that belong to a graph do not change.  Fork: survives. */
#include <string.h>

#include "core/core.h"
#include "core/graphs.h"
#include "core/handle.h"
#include "core/memory.h"
#include "core/names.h"
#include "core/plan.h"
#include "core/walk.h"
#include "rules/rules.h"

void iq_fx_graph_instantiate(struct iq_call *call, int phase);
void iq_fx_graph_launch(struct iq_call *call, int phase);

enum { MAX_PENDING = 2048, MAX_LISTS = 4096 };

struct use { uint64_t base, number; int arg; struct iq_mark node; };       /* allocation made by call [number] */
struct list { const struct iq_handle *owner; const struct use *uses; uint32_t count, generation; };

static struct { uint64_t stream; struct use use; } pending[MAX_PENDING];    /* of captures under way */
static uint32_t pending_count;
static struct list lists[MAX_LISTS];        /* a ring */
static uint32_t list_next;

void iq_graph_captured(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    const struct iq_handle *stream = plan->stream < 0 ? NULL : iq_handle_find(IQ_KIND_STREAM, call->args[plan->stream]);
    if (!plan->access || !stream || stream->kind != IQ_KIND_STREAM || !(stream->flags & IQ_HANDLE_CAPTURING))
        return;
    struct iq_mark mark = iq_call_mark(call);
    iq_lock(IQ_LOCK_NAMES);
    for (int i = 0; i < call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        const struct iq_place *place = &thread->places[i];
        if (!(plan->access & 1u << i) || !place->known || !place->live || pending_count == MAX_PENDING)
            continue;
        pending[pending_count].stream = stream->value;
        pending[pending_count++].use = (struct use){ place->range.base, place->range.created.number, i, mark };
    }
    iq_unlock(IQ_LOCK_NAMES);
}

static const struct list *list_of(const struct iq_handle *owner)
{
    for (uint32_t i = 0; owner && i < MAX_LISTS && i < list_next; i++)
        if (lists[i].owner == owner && lists[i].generation == owner->generation)
            return &lists[i];
    return NULL;
}

static void add_list(const struct iq_handle *owner, const struct use *uses, uint32_t count)
{
    lists[list_next++ % MAX_LISTS] = (struct list){ owner, uses, count, owner->generation };
}

static const struct iq_handle *made(const struct iq_call *call, int arg, enum iq_kind kind)
{
    uint64_t value = 0;
    if (call->args[arg])
        memcpy(&value, (const void *)(uintptr_t)call->args[arg], sizeof value);
    const struct iq_handle *handle = value ? iq_handle_find(kind, value) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

void iq_graph_capture_ended(struct iq_call *call)
{
    const struct iq_handle *graph = call->result ? NULL : made(call, 1, IQ_KIND_GRAPH);
    uint32_t count = 0, kept = 0;
    iq_lock(IQ_LOCK_NAMES);
    for (uint32_t i = 0; i < pending_count; i++)
        count += pending[i].stream == call->args[0];
    struct use *uses = graph && count ? iq_core_alloc(count * sizeof *uses) : NULL;
    count = 0;
    for (uint32_t i = 0; i < pending_count; i++) {
        if (pending[i].stream != call->args[0])
            pending[kept++] = pending[i];
        else if (uses)
            uses[count++] = pending[i].use;
    }
    pending_count = kept;
    if (uses)
        add_list(graph, uses, count);
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_fx_graph_instantiate(struct iq_call *call, int phase)
{
    if (!phase || call->result)
        return;
    const struct iq_handle *exec = made(call, 0, IQ_KIND_GRAPH_EXEC), *graph = iq_handle_find(IQ_KIND_GRAPH, call->args[1]);
    iq_lock(IQ_LOCK_NAMES);
    const struct list *list = graph && graph->kind == IQ_KIND_GRAPH ? list_of(graph) : NULL;
    if (exec && list && !list_of(exec))
        add_list(exec, list->uses, list->count);
    iq_unlock(IQ_LOCK_NAMES);
}

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_entry *node = suspicion->pointer[0];
    iq_str_printf(&words->message, "%s runs a graph that uses memory that has been freed", call->entry->name);
    iq_str_printf(&words->cause, "%s of the captured %s is 0x%llx; ", iq_arg_name(&(struct iq_call){ .entry = node }, (int)suspicion->number[1]),
                  node->name, (unsigned long long)suspicion->number[0]);
    iq_put_object(&words->cause, &suspicion->object);
    if (suspicion->object.created.entry) {
        iq_str_puts(&words->cause, " was ");
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    iq_str_puts(&words->cause, ". A graph keeps the addresses that it was captured with; it is not told that they end");
    iq_str_puts(&words->fix, "free the memory after the graph's last launch, or capture again (or update the node) after allocating anew");
}

static void suspect(const struct use *use, const struct iq_range *range)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_context *context = thread->current ? thread->current : iq_context_stand_in(thread->device);
    struct iq_suspicion suspicion = { .rule = "graph-stale", .rank = IQ_RANK_DEAD, .arg = 0, .failed = IQ_ERROR, .done = IQ_ERROR };
    suspicion.object = iq_object_of_range(range);
    suspicion.cause = (uint64_t)(uintptr_t)context ^ 0x700;     /* the fault that follows is no finding of its own: rules/deferred.c */
    suspicion.number[0] = use->base;
    suspicion.number[1] = (uint64_t)use->arg;
    suspicion.pointer[0] = use->node.entry;
    suspicion.related[0].what = "the node was captured here";
    suspicion.related[0].mark = use->node;
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

void iq_fx_graph_launch(struct iq_call *call, int phase)
{
    struct iq_range range;
    if (!phase || call->outer || call->result || !list_next)
        return;
    const struct iq_handle *exec = iq_handle_find(IQ_KIND_GRAPH_EXEC, call->args[0]);
    iq_lock(IQ_LOCK_NAMES);
    const struct list *found = exec && exec->kind == IQ_KIND_GRAPH_EXEC ? list_of(exec) : NULL;
    struct list list = found ? *found : (struct list){ 0 };
    iq_unlock(IQ_LOCK_NAMES);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct use *use = &list.uses[i];
        if (iq_range_find(use->base, &range) && range.base == use->base && range.created.number == use->number)
            continue;
        if (!iq_range_find_freed(use->base, &range) || range.created.number != use->number)
            continue;       /* its end was not seen, or is forgotten */
        suspect(use, &range);
        return;
    }
}
