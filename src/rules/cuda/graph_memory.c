/* wrong-type-handle, graph-stale, double-free, wrong-free: graphs that allocate and free memory of
 * their own, and what cannot be done with them. */
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/launch.h"
#include "api_cuda/query.h"
#include "call/walk.h"
#include "model/range.h"
#include "rules/rules.h"

enum { ALLOCATES = 1u << IQ_NODE_ALLOC, FREES = 1u << IQ_NODE_FREE };

static const struct iq_handle *graph_of(const struct iq_call *call, int *arg)
{
    for (*arg = call->entry->arg_count - 1; *arg >= 0; --*arg)
        if (call->entry->args[*arg].kind == IQ_KIND_GRAPH &&
            call->entry->args[*arg].role == IQ_ROLE_USE)
            return iq_living(IQ_KIND_GRAPH, call->args[*arg]);
    return NULL;
}

/* The first node of [graph] of one of [types] that is about [address] (0: about any memory); 0:
 * none, or not known.  *unmatched: allocations less frees. */
static uint64_t find_node(uint64_t graph, unsigned types, uint64_t address, int *unmatched)
{
    uint64_t *nodes, found = 0, memory;
    size_t count = iq_query_nodes(graph, &nodes);
    *unmatched = 0;
    for (size_t i = 0; i < count; i++) {
        int type = iq_query_node_type(nodes[i]);
        *unmatched += (type == IQ_NODE_ALLOC) - (type == IQ_NODE_FREE);
        if (!found && type >= 0 && types >> type & 1 &&
            (!address || (iq_query_node_memory(nodes[i], type, &memory) && memory == address)))
            found = nodes[i];
    }
    free(nodes);
    return found;
}

/* The record of a node, dead or alive; NULL. */
static const struct iq_handle *node_of(uint64_t value)
{
    const struct iq_handle *node = iq_handle_find(IQ_KIND_GRAPH_NODE, value);
    return node && node->kind == IQ_KIND_GRAPH_NODE ? node : NULL;
}

static void put_node(struct iq_str *text, uint64_t value, const struct iq_call *call)
{
    const struct iq_handle *node = node_of(value);
    if (node && node->created.entry) {
        iq_str_printf(text, "node %u, created by %s ", node->serial, node->created.entry->name);
        iq_put_ago(text, node->created.number, call->number);
    } else
        iq_str_printf(text, "node 0x%llx", (unsigned long long)value);
}

static void relate_node(struct iq_suspicion *suspicion, const char *what, uint64_t value)
{
    const struct iq_handle *node = node_of(value);
    if (!node || !node->created.number)
        return;
    suspicion->related[0].what = what;
    suspicion->related[0].ref = node->created;
}

struct explain_fixed {
    uint64_t node; /* that allocates or frees memory */
};
static void explain_fixed(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    bool again = suspicion->rule == IQ_RULE_GRAPH_STALE;
    iq_str_printf(
        &words->message,
        again ? "%s: the graph allocates memory, and an executable graph of it already exists"
              : "%s cannot be used with a graph that allocates or frees memory",
        call->entry->name);
    put_node(&words->cause, IQ_EVIDENCE(explain_fixed, suspicion)->node, call);
    iq_str_puts(
        &words->cause,
        ", gives memory a fixed address that can exist only once, so such graphs cannot be copied or embedded in others, "
        "cannot lose nodes, and have one executable graph");
    iq_str_puts(
        &words->fix,
        again
            ? "destroy the first executable graph before instantiating the next one"
            : "allocate outside the graph and pass the address to its nodes, or build the second graph from scratch");
}

struct owner_search {
    const struct iq_handle *graph;
    struct iq_call_ref made;
};

static void visit(void *user, const struct iq_handle *handle)
{
    struct owner_search *search = user;
    if (handle->kind == IQ_KIND_GRAPH_EXEC && handle->owner == search->graph &&
        !iq_handle_is_dead(handle))
        search->made = handle->created;
}

/* Answered with "not supported": the graph, or the node that is to go, is about memory. */
static void check_fixed(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg, unmatched;
    const struct iq_arg *role = &call->entry->args[0];
    const struct iq_handle *graph = graph_of(call, &arg);
    const struct iq_handle *node =
        !graph && role->kind == IQ_KIND_GRAPH_NODE && role->role == IQ_ROLE_DEL
            ? node_of(call->args[0])
            : NULL;
    if (node) {
        graph = node->parent;
        arg = 0;
    }
    uint64_t memory = graph ? find_node(graph->value, ALLOCATES | FREES, 0, &unmatched) : 0;
    if (!memory)
        return;
    struct owner_search search = { graph, { 0 } };
    if (role->kind == IQ_KIND_GRAPH_EXEC)
        iq_handle_visit(visit, &search);
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, search.made.number ? IQ_RULE_GRAPH_STALE : IQ_RULE_WRONG_TYPE_HANDLE,
                        IQ_RANK_CODE + 8, arg);
    suspicion.object = iq_object_of_handle(node ? node : graph);
    IQ_EXPLAIN(&suspicion, explain_fixed, .node = memory);
    relate_node(&suspicion, "the node that allocates or frees was created here", memory);
    if (search.made.number) {
        suspicion.related[1].what = "the existing executable graph was created here";
        suspicion.related[1].ref = search.made;
    }
    iq_suspect(&suspicion);
}

struct explain_node_free {
    uint64_t node; /* that frees it already, 0: none */
};
static void explain_node_free(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    bool again = suspicion->rule == IQ_RULE_DOUBLE_FREE;
    iq_str_printf(&words->message,
                  again ? "%s of %s is already freed by another node of the graph"
                        : "%s of %s is not memory that a graph allocates",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (again) {
        put_node(&words->cause, IQ_EVIDENCE(explain_node_free, suspicion)->node, call);
        iq_str_puts(&words->cause, ", frees it in every launch");
    } else {
        iq_put_object_past(&words->cause, &suspicion->object, call);
        iq_str_puts(&words->cause, "; a free node can only free memory from an allocation node");
    }
    iq_str_puts(&words->fix,
                again ? "free it once: in one node, or with cudaFreeAsync after the launch"
                      : "free it with the call that matches its allocation, outside the graph");
}

static void check_free(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg, unmatched, address = call->entry->arg_count - 1;
    const struct iq_handle *graph = graph_of(call, &arg);
    uint64_t freed = graph ? find_node(graph->value, FREES, call->args[address], &unmatched) : 0;
    struct iq_range range;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, freed ? IQ_RULE_DOUBLE_FREE : IQ_RULE_WRONG_FREE, IQ_RANK_DEAD, address);
    IQ_EXPLAIN(&suspicion, explain_node_free, .node = freed);
    relate_node(&suspicion, "the node that frees it was created here", freed);
    if (freed)
        suspicion.object = (struct iq_object){ .kind = iq_kind_name(IQ_KIND_DEVICE_MEMORY),
                                               .state = "live",
                                               .address = call->args[address],
                                               .device = -1 };
    else if (iq_resolved_range(call, address, &range))
        suspicion.object = iq_object_of_range(&range);
    else
        return;
    iq_suspect(&suspicion);
}

static void explain_captured_free(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s cannot free in a capture what was allocated outside of captures and graphs",
                  call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                "; a captured free becomes a node of the graph, which may free only what a node "
                "has allocated");
    iq_str_puts(&words->fix,
                "free it after cudaStreamEndCapture, when the graph is not launched any more, or "
                "allocate it with cudaMallocAsync in a capture");
}

static void check_captured_free(const struct iq_event *event)
{
    struct iq_range range;
    if (event->result != CUDA_ERROR_INVALID_VALUE || !event->place->live ||
        event->role->role != IQ_ROLE_DELMEM || !iq_range_find(event->value, &range) ||
        range.base != event->value || range.of_graph || !iq_launch_is_captured(event->call))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_FREE, IQ_RANK_DEAD, event->arg);
    suspicion.object = iq_object_of_range(&range);
    suspicion.explain = explain_captured_free;
    iq_suspect(&suspicion);
}

struct explain_unfreed {
    uint64_t node; /* that allocates */
};
static void explain_unfreed(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s launches a graph whose memory from the last launch has not been freed",
                  call->entry->name);
    put_node(&words->cause, IQ_EVIDENCE(explain_unfreed, suspicion)->node, call);
    iq_str_puts(
        &words->cause,
        ", allocates memory in each launch, no node frees it, and the same address cannot be allocated twice");
    iq_str_puts(
        &words->fix,
        "free the memory between launches (cudaFreeAsync, or a memory free node of a graph), or instantiate with cudaGraphInstantiateFlagAutoFreeOnLaunch");
}

static void check_launch(const struct iq_event *event)
{
    const struct iq_handle *exec = iq_living(IQ_KIND_GRAPH_EXEC, event->call->args[0]);
    const struct iq_handle *graph =
        exec && exec->owner && !iq_handle_is_dead(exec->owner) ? exec->owner : NULL;
    int unmatched;
    uint64_t node = graph ? find_node(graph->value, ALLOCATES, 0, &unmatched) : 0;
    if (!node || unmatched <= 0)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_GRAPH_STALE, IQ_RANK_CODE + 8, 0);
    suspicion.object = iq_object_of_handle(exec);
    IQ_EXPLAIN(&suspicion, explain_unfreed, .node = node);
    relate_node(&suspicion, "the node that allocates was created here", node);
    iq_suspect(&suspicion);
}

static void check_graph_memory(const struct iq_event *event)
{
    const struct iq_entry *entry = event->call->entry;
    if (!entry->arg_count)
        return;
    if (event->result == CUDA_ERROR_NOT_SUPPORTED)
        check_fixed(event);
    else if (event->result == CUDA_ERROR_INVALID_VALUE && entry->nodes == FREES &&
             entry->args[0].role == IQ_ROLE_NEW)
        check_free(event);
    else if (event->result == CUDA_ERROR_INVALID_VALUE &&
             entry->args[0].kind == IQ_KIND_GRAPH_EXEC && entry->args[0].role == IQ_ROLE_USE &&
             entry->flags & IQ_ENTRY_ASYNC)
        check_launch(event);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_graph_memory, .apis = IQ_CUDA },
    { IQ_ON(DESTROY), IQ_PHASE_FAILED, check_captured_free, .kinds = IQ_ALLOCATIONS,
      .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_graph_memory = { "graph_memory", subscriptions,
                                                      IQ_COUNT_OF(subscriptions) };
