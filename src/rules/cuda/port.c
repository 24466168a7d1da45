/* bad-subresource, bad-flags, wrong-context, graph-stale, never-signalled: what CUDA's effects find
 * out by the way (api_cuda/port.h). */
#include "api_cuda/port.h"

#include "call/core.h"
#include "process/stack.h"
#include "rules/common/callback_data.h"
#include "rules/rules.h"

void iq_effects_map(struct iq_call *call); /* effects_virtual.c */
void iq_effects_unmap(struct iq_call *call, int phase);
void iq_effects_unreserve(struct iq_call *call);

/* ---- arrays and devices ---- */

struct explain_mip_level {
    uint32_t levels; /* that the mipmapped array has */
};
static void explain_mip_level(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    unsigned levels = IQ_EVIDENCE(explain_mip_level, suspicion)->levels;
    iq_str_printf(&words->message, "level of %s is %u, but the mipmapped array has %u level%s",
                  call->entry->name, (unsigned)call->args[2], levels, levels == 1 ? "" : "s");
    iq_str_puts(&words->cause, "the array was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(
        &words->cause,
        "; its levels are 0 to %u: an array has at most as many as it takes to halve the largest side down to 1",
        levels - 1);
    iq_str_printf(&words->fix, "pass a level of 0 to %u, or create the array with more levels",
                  levels - 1);
}

static void no_such_level(const struct iq_handle *whole, uint32_t levels)
{
    struct iq_suspicion suspicion = { .rule = IQ_RULE_BAD_SUBRESOURCE,
                                      .rank = IQ_RANK_CODE + 5,
                                      .arg = 2,
                                      .failed = IQ_ERROR,
                                      .done = IQ_SILENT };
    suspicion.object = iq_object_of_handle(whole);
    IQ_EXPLAIN(&suspicion, explain_mip_level, .levels = levels);
    iq_suspect(&suspicion);
}

static void explain_surface(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s was not created for surfaces", suspicion->member,
                  call->entry->name);
    iq_str_puts(&words->cause, "the array was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->cause,
        " without the load/store flag; this driver creates the surface anyway, but reads and writes through it are undefined");
    iq_str_puts(&words->fix,
                call->entry->api == IQ_API_CUDART
                    ? "create the array with cudaArraySurfaceLoadStore"
                    : "create the array with cuArray3DCreate and CUDA_ARRAY3D_SURFACE_LDST");
}

static void not_for_surfaces(const struct iq_call *call, const struct iq_handle *array)
{
    struct iq_suspicion suspicion = { .rule = IQ_RULE_BAD_FLAGS,
                                      .rank = IQ_RANK_CODE,
                                      .arg = 1,
                                      .failed = IQ_SILENT,
                                      .done = IQ_WARNING };
    suspicion.object = iq_object_of_handle(array);
    suspicion.member = call->entry->api == IQ_API_CUDART ? "pResDesc->res.array.array"
                                                         : "pResDesc->res.array.hArray";
    suspicion.member_value = array->value;
    suspicion.explain = explain_surface;
    iq_suspect(&suspicion);
}

static void explain_peer(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg),
               *memory = iq_arg_name(call, suspicion->arg - 1);
    iq_str_printf(&words->message, "%s of %s is %d, but %s is in the memory of device %d", name,
                  call->entry->name, (int)call->args[suspicion->arg], memory,
                  suspicion->object.device);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; this driver went by the address and ignored the device number");
    iq_str_printf(&words->fix, "pass %d, or use cudaMemcpy, which needs no device numbers",
                  suspicion->object.device);
}

static void other_device(int arg, const struct iq_range *range)
{
    struct iq_suspicion suspicion = { .rule = IQ_RULE_WRONG_CONTEXT,
                                      .rank = IQ_RANK_CODE,
                                      .arg = arg,
                                      .failed = IQ_SILENT,
                                      .done = IQ_WARNING };
    suspicion.object = iq_object_of_range(range);
    suspicion.explain = explain_peer;
    iq_suspect(&suspicion);
}

/* ---- graphs ---- */

struct explain_update {
    uint32_t reason; /* enum cudaGraphExecUpdateResult */
};
static void explain_update(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    static const char *const reasons[] = {
        "no error",
        "an unexpected error",
        "nodes or dependencies were added or removed",
        "the type of a node changed",
        "the context or the cooperative setting of a kernel node changed",
        "a parameter of a node changed in an unsupported way",
        "a property of a node cannot be updated",
        "the kernel of a node changed in an unsupported way",
        "an attribute of a node changed"
    };
    unsigned reason = IQ_EVIDENCE(explain_update, suspicion)->reason;
    iq_str_printf(&words->message, "%s cannot update the executable graph to match the new graph",
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "the update result is %u: %s; an update can only change the parameters of nodes", reason,
        reason < IQ_COUNT_OF(reasons) ? reasons[reason] : "a reason that only newer drivers have");
    iq_str_puts(
        &words->fix,
        "instantiate the new graph and destroy the old executable graph, as programs commonly do when an update fails");
}

static void update_refused(const struct iq_handle *exec, uint32_t reason)
{
    struct iq_suspicion suspicion = { .rule = IQ_RULE_GRAPH_STALE,
                                      .rank = IQ_RANK_CODE + 5,
                                      .arg = 1,
                                      .failed = IQ_ERROR,
                                      .done = IQ_SILENT,
                                      .instead = IQ_KIND_GRAPH_EXEC };
    if (exec)
        suspicion.object = iq_object_of_handle(exec);
    IQ_EXPLAIN(&suspicion, explain_update, .reason = reason);
    iq_suspect(&suspicion);
}

static void explain_itself(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s adds a graph to itself as a child", call->entry->name);
    iq_str_printf(
        &words->cause,
        "graph 0x%llx is both the parent and the child; a child graph is copied into its parent, so the copy would never end",
        (unsigned long long)suspicion->object.address);
    iq_str_puts(
        &words->fix,
        "create a second graph for the child; to run a graph several times, launch it several times");
}

static void graph_in_itself(int arg, const struct iq_handle *graph)
{
    struct iq_suspicion suspicion = { .rule = IQ_RULE_NEVER_SIGNALLED,
                                      .rank = IQ_RANK_FOREIGN,
                                      .arg = arg,
                                      .failed = IQ_ERROR,
                                      .done = IQ_ERROR,
                                      .contain = IQ_ANSWER_ARGUMENT,
                                      .explain = explain_itself };
    suspicion.object = iq_object_of_handle(graph);
    iq_suspect(&suspicion);
}

/* The argument of [use] that leads to what is gone. */
static void put_argument(struct iq_str *text, const struct iq_graph_use *use)
{
    const struct iq_entry *node = use->ref.entry;
    const char *name = iq_arg_name(&(struct iq_call){ .entry = node }, use->arg);
    bool member = use->user && node->args[use->arg].role != IQ_ROLE_USER;
    iq_str_printf(text, "%s%s of %s", name, member ? "->userData" : "", node->name);
}

static void explain_ended_frame(const struct iq_graph_use *use, const struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s launches a graph %s a local variable of a function that has "
                  "returned",
                  call->entry->name,
                  use->user ? "whose host function gets the address of" : "that uses");
    put_argument(&words->cause, use);
    iq_str_printf(
        &words->cause,
        " is 0x%llx, which was in a stack frame that has ended; a graph keeps the address, and each launch uses whatever is there then",
        (unsigned long long)use->base);
    iq_str_printf(&words->fix,
                  "keep the data where it lives as long as the graph: a static or heap variable%s",
                  use->user ? "" : ", best in pinned memory (cudaMallocHost)");
}

static void put_what_is_gone(struct iq_str *text, const struct iq_graph_use *use)
{
    iq_str_printf(text, "that uses %s that has been %s",
                  use->what == IQ_GRAPH_USED_EVENT  ? "an event"
                  : use->what == IQ_GRAPH_USED_HEAP ? "host memory"
                                                    : "memory",
                  use->what == IQ_GRAPH_USED_EVENT ? "destroyed" : "freed");
}

struct explain_stale_graph {
    struct iq_graph_use use; /* of what is gone */
};
static void explain_stale_graph(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct iq_graph_use *use = &IQ_EVIDENCE(explain_stale_graph, suspicion)->use;
    const struct iq_entry *node = use->ref.entry;
    enum iq_graph_used what = use->what;
    const char *end = what == IQ_GRAPH_USED_EVENT ? "destroyed" : "freed";
    if (what == IQ_GRAPH_USED_FRAME) {
        explain_ended_frame(use, call, words);
        return;
    }
    iq_str_printf(&words->message, "%s launches a graph ", call->entry->name);
    if (use->user)
        iq_str_puts(&words->message, "whose host function gets user data that have been freed");
    else
        put_what_is_gone(&words->message, use);
    if (what == IQ_GRAPH_USED_BY_KERNEL)
        iq_str_printf(&words->cause, "argument %d of the kernel of %s points into 0x%llx; ",
                      (int)use->arg + 1, node->name, (unsigned long long)use->base);
    else {
        put_argument(&words->cause, use);
        iq_str_printf(&words->cause, " is%s 0x%llx; ", what == IQ_GRAPH_USED_EVENT ? "" : " in",
                      (unsigned long long)use->base);
    }
    if (what == IQ_GRAPH_USED_EVENT)
        iq_str_puts(&words->cause, "the event");
    else
        iq_put_object(&words->cause, &suspicion->object);
    if (suspicion->object.created.entry) {
        iq_str_puts(&words->cause, " was ");
        iq_put_history(&words->cause, &suspicion->object, call);
    } else
        iq_str_printf(&words->cause, " %s been %s", suspicion->object.size > 1 ? "have" : "has",
                      end);
    iq_str_puts(&words->cause,
                "; a graph keeps the addresses and handles that it was created with");
    iq_str_puts(
        &words->fix,
        what == IQ_GRAPH_USED_EVENT ? "destroy the event after the graph's last launch"
        : use->user
            ? "free the data after the graph's last launch is over, or let the graph own them (cudaUserObjectCreate, cudaGraphRetainUserObject)"
            : "free the memory after the graph's last launch, or capture again after a new allocation, or update the executable graph (cudaGraphExecKernelNodeSetParams and the like, cudaGraphExecUpdate): a change of the graph itself does not reach it");
}

static struct iq_object object_of(const struct iq_graph_gone *gone)
{
    const struct iq_graph_use *use = &gone->use;
    if (use->what == IQ_GRAPH_USED_EVENT)
        return iq_object_of_handle(gone->event);
    if (use->what != IQ_GRAPH_USED_HEAP && use->what != IQ_GRAPH_USED_FRAME)
        return iq_object_of_range(&gone->range);
    struct iq_object object = iq_object_of_host(use->base, use->size);
    object.state = "freed";
    if (use->what == IQ_GRAPH_USED_FRAME)
        return object;
    object.created.stack = iq_stack_of_caller(use->number);
    if (gone->freed_by)
        object.destroyed.stack = iq_stack_of_caller(gone->freed_by);
    return object;
}

static void graph_stale(const struct iq_graph_gone *gone)
{
    const struct iq_graph_use *use = &gone->use;
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_context *context =
        thread->current ? thread->current : iq_context_stand_in(thread->device);
    struct iq_suspicion suspicion = { .rule = IQ_RULE_GRAPH_STALE,
                                      .rank = IQ_RANK_DEAD,
                                      .arg = 0,
                                      .failed = IQ_ERROR,
                                      .done = IQ_ERROR };
    suspicion.object = object_of(gone);
    /* it may have reasons not to touch it; what it was seen to do is not reported as well */
    if (use->what == IQ_GRAPH_USED_BY_KERNEL) {
        struct iq_range range = { .base = use->base, .created.number = use->number };
        suspicion.displaces = iq_range_cause(&range, IQ_CAUSE_RANGE_USED);
        suspicion.also = iq_range_cause(&range, IQ_CAUSE_RANGE_FREED);
        suspicion.done = IQ_WARNING;
        suspicion.foresees = !iq_core.soft;
    } else if (use->what == IQ_GRAPH_USED_EVENT || use->user)
        suspicion.done = IQ_WARNING;
    else if (use->what == IQ_GRAPH_USED_MEMORY)
        /* the fault that follows is no finding of its own: rules/cuda/deferred.c */
        suspicion.cause = iq_cause(IQ_CAUSE_FAULT, (uintptr_t)context);
    suspicion.related[0].what =
        use->node ? "the node was created here" : "the node was captured here";
    suspicion.related[0].ref = use->ref;
    IQ_EXPLAIN(&suspicion, explain_stale_graph, .use = *use);
    iq_suspect(&suspicion);
}

const struct iq_cuda_port iq_cuda_port = { .no_such_level = no_such_level,
                                           .not_for_surfaces = not_for_surfaces,
                                           .other_device = other_device,
                                           .update_refused = update_refused,
                                           .graph_in_itself = graph_in_itself,
                                           .graph_stale = graph_stale,
                                           .data_freed = iq_callback_data_freed,
                                           .maps = iq_effects_map,
                                           .unmaps = iq_effects_unmap,
                                           .unreserves = iq_effects_unreserve };
