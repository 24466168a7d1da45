/* wrong-context, wrong-type-handle, never-signalled, already-registered, not-registered: nodes that
 * do not fit the call, its graph or each other. */
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/graphs.h"
#include "api_cuda/query.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { CHUNK = 64, SHOWN = 8 };

static const char *const node_types[IQ_NODES] = {
    [IQ_NODE_KERNEL] = "kernel",
    [IQ_NODE_MEMCPY] = "memcpy",
    [IQ_NODE_MEMSET] = "memset",
    [IQ_NODE_HOST] = "host",
    [IQ_NODE_GRAPH] = "child graph",
    [IQ_NODE_EMPTY] = "empty",
    [IQ_NODE_WAIT] = "event wait",
    [IQ_NODE_RECORD] = "event record",
    [IQ_NODE_SIGNAL_SEMAPHORE] = "semaphore signal",
    [IQ_NODE_WAIT_SEMAPHORE] = "semaphore wait",
    [IQ_NODE_ALLOC] = "memory allocation",
    [IQ_NODE_FREE] = "memory free",
    [IQ_NODE_BATCH] = "batch memory operation",
    [IQ_NODE_CONDITIONAL] = "conditional",
};

static const struct iq_handle *node_of(uint64_t value)
{
    return iq_living(IQ_KIND_GRAPH_NODE, value);
}

/* enum iq_node; -1: not known. */
static int type_of(const struct iq_handle *node)
{
    unsigned made =
        node->created.entry && !(node->flags & IQ_HANDLE_ADOPTED) ? node->created.entry->nodes : 0;
    int type = made && !(made & (made - 1)) ? __builtin_ctz(made) : iq_query_node_type(node->value);
    return type < IQ_NODES ? type : -1;
}

static void put_node(struct iq_str *text, uint64_t value)
{
    const struct iq_handle *node = node_of(value);
    int type = node ? type_of(node) : -1;
    iq_str_printf(text, "%s%snode ", type < 0 ? "" : node_types[type], type < 0 ? "" : " ");
    if (node)
        iq_str_printf(text, "%u", node->serial);
    else
        iq_str_printf(text, "0x%llx", (unsigned long long)value);
}

/* Index of the only argument of [kind] that is one handle, -1: none. */
static int arg_of(const struct iq_call *call, enum iq_kind kind)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].kind == kind && call->entry->args[i].role == IQ_ROLE_USE)
            return i;
    return -1;
}

/* Nodes of another graph, or of another type. */

struct explain_other_graph {
    uint64_t own, graph; /* of the node, and what the call works on */
    enum iq_kind by;     /* of the argument that leads to .graph */
};
static void explain_other_graph(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_other_graph *evidence = IQ_EVIDENCE(explain_other_graph, suspicion);
    bool executable = evidence->by == IQ_KIND_GRAPH_EXEC, clone = evidence->by == IQ_KIND_GRAPH;
    iq_str_printf(&words->message, "%s of %s is a node of another graph",
                  iq_guilty_name(suspicion, call), call->entry->name);
    iq_str_puts(&words->cause, "the node was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause, " in graph 0x%llx; the graph that the %s is 0x%llx",
                  (unsigned long long)evidence->own,
                  executable ? "executable graph was instantiated from"
                  : clone    ? "clone was copied from"
                             : "call works on",
                  (unsigned long long)evidence->graph);
    iq_str_puts(
        &words->fix,
        executable
            ? "pass a node of the graph that was instantiated, or update the whole executable graph with cudaGraphExecUpdate"
        : clone
            ? "pass a node of the graph that was cloned"
            : "pass nodes of the same graph; cudaGraphNodeFindInClone finds the nodes of a clone");
}

/* The graph whose nodes the call may name: that of a list's elements is the call's own; one node
 * alone is of the graph that its executable graph or its clone was made from.  NULL: unknown. */
static const struct iq_handle *graph_of(const struct iq_event *event, enum iq_kind *by)
{
    int arg = arg_of(event->call, IQ_KIND_GRAPH_EXEC);
    enum iq_kind kind = arg < 0 ? IQ_KIND_GRAPH : IQ_KIND_GRAPH_EXEC;
    arg = arg < 0 ? arg_of(event->call, kind) : arg;
    const struct iq_handle *whole = arg < 0 ? NULL : iq_handle_find(kind, event->call->args[arg]);
    *by = IQ_KIND_NONE;
    if (!whole || whole->kind != kind)
        return NULL;
    if (event->role->role != IQ_ROLE_USE || !whole->owner)
        return kind == IQ_KIND_GRAPH ? whole : NULL;
    *by = kind;
    return whole->owner;
}

static bool check_graph(const struct iq_event *event, const struct iq_handle *node)
{
    enum iq_kind by;
    const struct iq_handle *graph = graph_of(event, &by);
    if (!graph || !node->parent || node->parent->kind != IQ_KIND_GRAPH ||
        node->parent->value == graph->value)
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_CONTEXT, IQ_RANK_CODE + 9, event->arg);
    suspicion.object = iq_object_of_handle(node);
    IQ_EXPLAIN(&suspicion, explain_other_graph, .own = node->parent->value, .graph = graph->value,
               .by = by);
    iq_suspect(&suspicion);
    return true;
}

struct explain_node_type {
    const char *type; /* name of the node's type */
};
static void explain_node_type(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const char *type = IQ_EVIDENCE(explain_node_type, suspicion)->type;
    unsigned wanted = call->entry->nodes;
    iq_str_printf(&words->message, "%s of %s must be a ", iq_guilty_name(suspicion, call),
                  call->entry->name);
    for (unsigned left = wanted; left; left &= left - 1)
        iq_str_printf(&words->message, "%s%s",
                      left == wanted      ? ""
                      : left & (left - 1) ? ", "
                                          : " or ",
                      node_types[__builtin_ctz(left)]);
    iq_str_puts(&words->message, " node, but is ");
    iq_str_printf(&words->message, strchr("aeiou", *type) ? "an %s node" : "a %s node", type);
    iq_str_puts(&words->cause, "the node was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; the type of a node never changes");
    iq_str_puts(
        &words->fix,
        "pass the intended node (cudaGraphNodeGetType returns a node's type), or use the call for this type");
}

static void check_type(const struct iq_event *event, const struct iq_handle *node)
{
    unsigned wanted = event->call->entry->nodes;
    int type = wanted ? type_of(node) : -1;
    if (type < 0 || wanted >> type & 1)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_TYPE_HANDLE, IQ_RANK_CODE + 9, event->arg);
    suspicion.object = iq_object_of_handle(node);
    IQ_EXPLAIN(&suspicion, explain_node_type, .type = node_types[type]);
    iq_suspect(&suspicion);
}

static void check_node(const struct iq_event *event)
{
    const struct iq_handle *node = event->handle;
    if (event->result != CUDA_ERROR_INVALID_VALUE || !node || node->kind != IQ_KIND_GRAPH_NODE ||
        iq_handle_is_dead(node) || check_graph(event, node))
        return;
    if (event->role->role == IQ_ROLE_USE)
        check_type(event, node);
}

/* Dependencies. */

struct explain_self {
    uint64_t node;
    uint64_t pair; /* index of the pair in the lists */
};
static void explain_self(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_self *evidence = IQ_EVIDENCE(explain_self, suspicion);
    unsigned long long pair = evidence->pair;
    iq_str_printf(&words->message, "%s makes a node depend on itself", call->entry->name);
    put_node(&words->cause, evidence->node);
    iq_str_printf(&words->cause,
                  " is from[%llu] and to[%llu]: the node could only start after its own end", pair,
                  pair);
    iq_str_puts(&words->fix, "check how the two lists are filled; from[i] runs before to[i]");
}

struct explain_dependency {
    uint64_t from, to; /* nodes */
    uint64_t pair;     /* index of the pair in the lists */
    bool reversed;     /* there is a dependency the other way round */
};
static void explain_dependency(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_dependency *evidence = IQ_EVIDENCE(explain_dependency, suspicion);
    bool missing = suspicion->rule == IQ_RULE_NOT_REGISTERED;
    iq_str_printf(&words->message,
                  missing ? "%s removes a dependency that the graph does not have"
                          : "%s adds a dependency that the graph already has",
                  call->entry->name);
    iq_str_printf(&words->cause, "pair %llu: ", (unsigned long long)evidence->pair);
    put_node(&words->cause, evidence->to);
    iq_str_puts(&words->cause, missing ? " does not depend on " : " depends on ");
    put_node(&words->cause, evidence->from);
    if (missing && evidence->reversed)
        iq_str_puts(&words->cause,
                    "; the dependency goes the other way: the second node depends on the first");
    iq_str_puts(
        &words->fix,
        missing ? "remove each dependency once, and keep the order: from[i] runs before to[i]"
                : "add each dependency once; those passed when the node was created count, too");
}

static bool has_edge(const struct iq_query_edge *edges, size_t count, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < count; i++)
        if (edges[i].from == from && edges[i].to == to)
            return true;
    return false;
}

/* [pair]: from, to, its index. */
static void suspect_edge(const struct iq_event *event, enum iq_rule_id rule, int arg,
                         const uint64_t pair[3], bool reversed)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_CODE + 8, arg);
    const struct iq_handle *node = node_of(pair[1]);
    if (node)
        suspicion.object = iq_object_of_handle(node);
    if (iq_graph_find_edge(pair[0], pair[1], &suspicion.related[0].ref))
        suspicion.related[0].what = "the dependency was added here";
    if (pair[0] == pair[1])
        IQ_EXPLAIN(&suspicion, explain_self, .node = pair[0], .pair = pair[2]);
    else
        IQ_EXPLAIN(&suspicion, explain_dependency, .from = pair[0], .to = pair[1], .pair = pair[2],
                   .reversed = reversed);
    iq_suspect(&suspicion);
}

/* The last pair of the lists that cannot be added or taken away: a driver may have done so with
 * those in front of it. */
static void check_lists(const struct iq_event *event, int lists, const struct iq_query_edge *edges,
                        size_t count)
{
    bool adds = iq_graph_adds_edges(event->call), found = false;
    uint64_t from[CHUNK], to[CHUNK], pair[3] = { 0 };
    for (uint32_t at = 0, some; (some = iq_walk_list(event->call, lists, at, from, CHUNK)) &&
                                iq_walk_list(event->call, lists + 1, at, to, CHUNK) == some;
         at += some)
        for (uint32_t i = 0; i < some; i++) {
            if (!node_of(from[i]) || !node_of(to[i]))
                return;
            if ((found && pair[0] == pair[1]) ||
                (from[i] != to[i] && has_edge(edges, count, from[i], to[i]) != adds))
                continue;
            pair[0] = from[i];
            pair[1] = to[i];
            pair[2] = at + i;
            found = true;
        }
    if (found)
        suspect_edge(event,
                     pair[0] == pair[1] ? IQ_RULE_NEVER_SIGNALLED
                     : adds             ? IQ_RULE_ALREADY_REGISTERED
                                        : IQ_RULE_NOT_REGISTERED,
                     lists + 1, pair, has_edge(edges, count, pair[1], pair[0]));
}

struct explain_twice {
    uint32_t first, second; /* elements of the list */
};
static void explain_twice(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s contains the same node twice",
                  iq_guilty_name(suspicion, call), call->entry->name);
    const struct explain_twice *evidence = IQ_EVIDENCE(explain_twice, suspicion);
    iq_str_printf(&words->cause, "elements %u and %u are both ", evidence->first, evidence->second);
    put_node(&words->cause, suspicion->object.address);
    iq_str_puts(&words->fix, "list each node once");
}

/* What a new node comes after. */
static void check_once(const struct iq_event *event, int arg)
{
    uint64_t nodes[CHUNK];
    uint32_t count = iq_walk_list(event->call, arg, 0, nodes, CHUNK);
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct iq_handle *node = nodes[k] == nodes[i] ? node_of(nodes[i]) : NULL;
            if (!node)
                continue;
            struct iq_suspicion suspicion =
                iq_suspicion_at(event, IQ_RULE_ALREADY_REGISTERED, IQ_RANK_CODE + 8, arg);
            suspicion.object = iq_object_of_handle(node);
            IQ_EXPLAIN(&suspicion, explain_twice, .first = k, .second = i);
            iq_suspect(&suspicion);
            return;
        }
}

/* Circles. */

/* .nodes: the last ones of it, the one that runs last first.  .closed: the youngest dependency of
 * it that was added afterwards, on which .waiter waits. */
struct circle {
    uint64_t nodes[SHOWN], waiter;
    size_t length, waiting;
    struct iq_call_ref closed;
};

static int compare(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

static size_t index_of(const uint64_t *nodes, size_t count, uint64_t node)
{
    return (size_t)((const uint64_t *)bsearch(&node, nodes, count, sizeof *nodes, compare) - nodes);
}

/* Ends of [edges], each once and in order; their number. */
static size_t ends_of(const struct iq_query_edge *edges, size_t count, uint64_t *nodes)
{
    size_t kept = 0;
    memcpy(nodes, edges, count * sizeof *edges);
    qsort(nodes, count * 2, sizeof *nodes, compare);
    for (size_t i = 0; i < count * 2; i++)
        if (!kept || nodes[kept - 1] != nodes[i])
            nodes[kept++] = nodes[i];
    return kept;
}

/* A graph by the numbers of its nodes: waits[i] of them must run before node i, then[first[i]] and
 * on run after it, before[i] is one that must run before. */
struct net {
    uint64_t *nodes;
    uint32_t *first, *then, *waits, *before, *ready;
    size_t count;
};

static bool build(struct net *net, const struct iq_query_edge *edges, size_t count)
{
    uint32_t *room = calloc(count * 11 + 2, sizeof *room);
    *net = (struct net){ .nodes = malloc(count * 2 * sizeof *net->nodes), .first = room };
    if (!net->nodes || !room)
        return false;
    net->count = ends_of(edges, count, net->nodes);
    net->waits = room + count * 2 + 2;
    net->before = net->waits + count * 2;
    net->ready = net->before + count * 2;
    net->then = net->ready + count * 2;
    uint32_t *ends = net->then + count;
    for (size_t i = 0; i < count; i++) {
        ends[i] = (uint32_t)index_of(net->nodes, net->count, edges[i].to);
        net->first[index_of(net->nodes, net->count, edges[i].from) + 2]++;
        net->waits[ends[i]]++;
    }
    for (size_t i = 2; i < net->count + 2; i++)
        net->first[i] += net->first[i - 1];
    /* first[k + 1] goes from the start of node k's to their end */
    for (size_t i = 0; i < count; i++)
        net->then[net->first[index_of(net->nodes, net->count, edges[i].from) + 1]++] = ends[i];
    return true;
}

/* Lets run what can; returns how many never can. */
static size_t run(struct net *net)
{
    size_t begun = 0, ended = 0;
    for (uint32_t i = 0; i < net->count; i++)
        if (!net->waits[i])
            net->ready[begun++] = i;
    for (; ended < begun; ended++)
        for (uint32_t k = net->first[net->ready[ended]]; k < net->first[net->ready[ended] + 1]; k++)
            if (!--net->waits[net->then[k]])
                net->ready[begun++] = net->then[k];
    for (uint32_t i = 0; i < net->count; i++)
        for (uint32_t k = net->first[i]; net->waits[i] && k < net->first[i + 1]; k++)
            net->before[net->then[k]] = i;
    return net->count - ended;
}

/* Goes back from a node that waits; there is one. */
static void follow(const struct net *net, struct circle *circle)
{
    uint32_t at = 0;
    while (!net->waits[at])
        at++;
    /* after so many steps back it is in the circle */
    for (size_t i = 0; i < net->count; i++)
        at = net->before[at];
    uint32_t i = at;
    do {
        if (circle->length < SHOWN)
            circle->nodes[circle->length] = net->nodes[i];
        circle->length++;
        struct iq_call_ref ref;
        if (iq_graph_find_edge(net->nodes[net->before[i]], net->nodes[i], &ref) &&
            ref.number > circle->closed.number) {
            circle->closed = ref;
            circle->waiter = net->nodes[i];
        }
        i = net->before[i];
    } while (i != at);
}

static bool find_circle(const struct iq_query_edge *edges, size_t count, struct circle *circle)
{
    struct net net;
    *circle = (struct circle){ .waiting = build(&net, edges, count) ? run(&net) : 0 };
    if (circle->waiting)
        follow(&net, circle);
    free(net.nodes);
    free(net.first);
    return circle->length;
}

static bool circle_of(uint64_t graph, struct circle *circle)
{
    struct iq_query_edge *edges;
    size_t count = iq_query_edges(graph, &edges);
    bool found = count && find_circle(edges, count, circle);
    free(edges);
    return found;
}

static void explain_circle(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    struct circle circle;
    if (!circle_of(suspicion->object.address, &circle))
        return;
    size_t shown = circle.length < SHOWN ? circle.length : SHOWN;
    iq_str_printf(&words->message, "%s fails because nodes depend on each other in a cycle",
                  call->entry->name);
    for (size_t i = shown; i--;) { /* from what runs first, if anything could */
        put_node(&words->cause, circle.nodes[i]);
        iq_str_puts(&words->cause, " runs before ");
    }
    if (circle.length > SHOWN)
        iq_str_printf(&words->cause, "%llu other nodes, and these before ",
                      (unsigned long long)(circle.length - SHOWN));
    put_node(&words->cause, circle.nodes[shown - 1]);
    if (circle.waiting > circle.length)
        iq_str_printf(&words->cause, "; %llu more nodes after them can never start either",
                      (unsigned long long)(circle.waiting - circle.length));
    if (suspicion->related[0].what) {
        iq_str_printf(&words->cause, "; %s closed the cycle ",
                      suspicion->related[0].ref.entry->name);
        iq_put_ago(&words->cause, suspicion->related[0].ref.number, call->number);
    }
    iq_str_puts(&words->fix,
                "remove the dependency that points the wrong way: from[i] runs before to[i]");
}

static void suspect_circle(const struct iq_event *event, int arg, const struct iq_handle *graph,
                           const struct circle *circle)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_NEVER_SIGNALLED, IQ_RANK_CODE + 8, arg);
    const struct iq_handle *waiter = node_of(circle->waiter);
    suspicion.object = iq_object_of_handle(graph);
    if (circle->closed.number) {
        suspicion.related[0].what = "the dependency that closes the cycle was added here";
        suspicion.related[0].ref = circle->closed;
    }
    if (waiter) {
        suspicion.related[1].what = "the node that depends on it was created here";
        suspicion.related[1].ref = waiter->created;
    }
    suspicion.explain = explain_circle;
    iq_suspect(&suspicion);
}

/* Calls about a whole graph: what is wrong with its dependencies. */
static void check_call(const struct iq_event *event)
{
    const struct iq_entry *entry = event->call->entry;
    int graph = arg_of(event->call, IQ_KIND_GRAPH), lists = graph + 1;
    const struct iq_handle *handle =
        graph < 0 ? NULL : iq_living(IQ_KIND_GRAPH, event->call->args[graph]);
    struct circle circle;
    if (event->result != CUDA_ERROR_INVALID_VALUE || !handle)
        return;
    if (lists + 1 < entry->arg_count && entry->args[lists].role == IQ_ROLE_LIST &&
        entry->args[lists + 1].role == IQ_ROLE_LIST) {
        struct iq_query_edge *edges;
        size_t count = iq_query_edges(handle->value, &edges);
        check_lists(event, lists, edges, count);
        free(edges);
    } else if (lists < entry->arg_count && entry->args[lists].role == IQ_ROLE_LIST)
        check_once(event, lists);
    else if (entry->args[0].kind == IQ_KIND_GRAPH_EXEC && circle_of(handle->value, &circle))
        suspect_circle(event, graph, handle, &circle);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_call, .apis = IQ_CUDA },
    { IQ_ON(USE), IQ_PHASE_FAILED, check_node, .kinds = IQ_OF(GRAPH_NODE), .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_graph = { "graph", subscriptions, IQ_COUNT_OF(subscriptions) };
