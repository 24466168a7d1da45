/* Driver API: making graphs and asking about them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "softdev/capture.h"
#include "softdev/condition.h"
#include "softdev/graph.h"

DRIVER(cuGraphCreate, (CUgraph * made, unsigned flags))
{
    CUresult r = iq_enter_plain();
    if (!r && (!made || flags))
        r = CUDA_ERROR_INVALID_VALUE;
    struct iq_graph *graph = r ? NULL : iq_graph_new();
    if (!r && !graph)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        *made = iq_obj_handle(graph);
    return iq_leave(r);
}

DRIVER(cuGraphDestroy, (CUgraph handle))
{
    struct iq_graph *graph;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_graph_get(handle, &graph);
    if (!r && graph->owned)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        iq_graph_destroy(graph);
    return iq_leave(r);
}

/* Nodes and edges of a graph that allocates or frees memory stay, and there is one of it. */
static bool is_fixed(const struct iq_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
            graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_FREE)
            return true;
    return false;
}

DRIVER(cuGraphClone, (CUgraph * made, CUgraph handle))
{
    struct iq_graph *graph, *clone;
    CUresult r = iq_enter_plain();
    if (!r)
        r = made ? iq_graph_get(handle, &graph) : CUDA_ERROR_INVALID_VALUE;
    if (!r && (iq_graph_has_conditions(graph) || is_fixed(graph)))
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        r = iq_graph_clone(graph, &clone);
    if (!r)
        *made = iq_obj_handle(clone);
    return iq_leave(r);
}

/* ---- nodes ---- */

/* Drivers look memory up when a copy or a fill is added, and take none that a node of the graph
 * frees, wherever in the graph that is; of kernels they know nothing.  Measured on an H200. */
static bool uses_freed(const struct iq_graph *graph, const CUgraphNodeParams *params)
{
    const CUDA_MEMCPY3D *copy = &params->memcpy.copyParams;
    if (params->type == CU_GRAPH_NODE_TYPE_MEMSET)
        return iq_graph_frees_at(graph, params->memset.dst);
    return params->type == CU_GRAPH_NODE_TYPE_MEMCPY &&
           ((copy->srcMemoryType >= CU_MEMORYTYPE_DEVICE &&
             iq_graph_frees_at(graph, copy->srcDevice)) ||
            (copy->dstMemoryType >= CU_MEMORYTYPE_DEVICE &&
             iq_graph_frees_at(graph, copy->dstDevice)));
}

static CUresult add_node(CUgraphNode *made, CUgraph handle, const CUgraphNode *dependencies,
                         const CUgraphEdgeData *data, size_t count, CUgraphNodeParams *params)
{
    struct iq_ctx *ctx = NULL;
    struct iq_graph *graph;
    struct iq_soft_node *node = NULL, *other;
    CUresult r =
        params && params->type <= CU_GRAPH_NODE_TYPE_MEMSET ? iq_enter(&ctx) : iq_enter_plain();
    if (!r && params && !ctx)
        ctx = iq_ctx_current();
    if (!r && params && params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        r = iq_ctx_usable(ctx);
    if (!r && (!made || !params || (count && !dependencies)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_graph_get(handle, &graph);
    for (size_t i = 0; i < count && !r; i++)
        r = iq_node_get(dependencies[i], &other);
    if (!r)
        r = iq_graph_add(graph, params->type, NULL, 0, &node);
    for (size_t i = 0; i < count && !r; i++) {
        r = iq_node_get(dependencies[i], &other);
        if (!r)
            r = iq_node_depend(node, other, data ? &data[i] : NULL);
    }
    if (!r)
        r = uses_freed(graph, params) ? CUDA_ERROR_INVALID_VALUE : iq_node_set(ctx, node, params);
    if (r && node)
        iq_node_destroy(node);
    if (!r && params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        params->alloc.dptr = node->address;
    if (!r && params->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        params->conditional.phGraph_out = node->branch->handles;
    if (!r)
        *made = iq_obj_handle(node);
    return iq_leave(r);
}

DRIVER(cuGraphAddNode_v2, (CUgraphNode * made, CUgraph graph, const CUgraphNode *dependencies,
                           const CUgraphEdgeData *data, size_t count, CUgraphNodeParams *params))
{
    return add_node(made, graph, dependencies, data, count, params);
}
DRIVER(cuGraphAddNode, (CUgraphNode * made, CUgraph graph, const CUgraphNode *dependencies,
                        size_t count, CUgraphNodeParams *params))
{
    return add_node(made, graph, dependencies, NULL, count, params);
}

#define ADD(field_type, ...)                            \
    CUgraphNodeParams generic = { .type = field_type }; \
    __VA_ARGS__;                                        \
    return add_node(made, graph, dependencies, NULL, count, &generic)
#define ADD_PARAMS CUgraphNode *made, CUgraph graph, const CUgraphNode *dependencies, size_t count

/* Copies a structure of an older or equal shape; NULL is an invalid value. */
#define NEED(pointer)                                                                             \
    do {                                                                                          \
        if (!(pointer))                                                                           \
            return iq_is_uninitialised() ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_INVALID_VALUE; \
    } while (0)

DRIVER(cuGraphAddEmptyNode, (ADD_PARAMS)) { ADD(CU_GRAPH_NODE_TYPE_EMPTY, (void)0); }
DRIVER(cuGraphAddKernelNode_v2, (ADD_PARAMS, const CUDA_KERNEL_NODE_PARAMS *params))
{
    NEED(params);
    ADD(CU_GRAPH_NODE_TYPE_KERNEL, memcpy(&generic.kernel, params, sizeof *params));
}
DRIVER(cuGraphAddKernelNode, (ADD_PARAMS, const CUDA_KERNEL_NODE_PARAMS_v1 *params))
{
    NEED(params);
    ADD(CU_GRAPH_NODE_TYPE_KERNEL, memcpy(&generic.kernel, params, sizeof *params));
}
DRIVER(cuGraphAddMemcpyNode, (ADD_PARAMS, const CUDA_MEMCPY3D *params, CUcontext ctx))
{
    NEED(params);
    ADD(CU_GRAPH_NODE_TYPE_MEMCPY, generic.memcpy.copyParams = *params;
        generic.memcpy.copyCtx = ctx);
}
DRIVER(cuGraphAddMemsetNode, (ADD_PARAMS, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext ctx))
{
    NEED(params);
    ADD(CU_GRAPH_NODE_TYPE_MEMSET, memcpy(&generic.memset, params, sizeof *params);
        generic.memset.ctx = ctx);
}
DRIVER(cuGraphAddHostNode, (ADD_PARAMS, const CUDA_HOST_NODE_PARAMS *params))
{
    NEED(params);
    ADD(CU_GRAPH_NODE_TYPE_HOST, memcpy(&generic.host, params, sizeof *params));
}
DRIVER(cuGraphAddChildGraphNode, (ADD_PARAMS, CUgraph child))
{
    ADD(CU_GRAPH_NODE_TYPE_GRAPH, generic.graph.graph = child);
}
DRIVER(cuGraphAddEventRecordNode, (ADD_PARAMS, CUevent event))
{
    ADD(CU_GRAPH_NODE_TYPE_EVENT_RECORD, generic.eventRecord.event = event);
}
DRIVER(cuGraphAddEventWaitNode, (ADD_PARAMS, CUevent event))
{
    ADD(CU_GRAPH_NODE_TYPE_WAIT_EVENT, generic.eventWait.event = event);
}
DRIVER(cuGraphAddBatchMemOpNode, (ADD_PARAMS, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params))
{
    NEED(params && params->count);
    ADD(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, memcpy(&generic.memOp, params, sizeof *params));
}
DRIVER(cuGraphAddMemFreeNode, (ADD_PARAMS, CUdeviceptr address))
{
    ADD(CU_GRAPH_NODE_TYPE_MEM_FREE, generic.free.dptr = address);
}
DRIVER(cuGraphAddMemAllocNode, (ADD_PARAMS, CUDA_MEM_ALLOC_NODE_PARAMS *params))
{
    CUgraphNodeParams generic = { .type = CU_GRAPH_NODE_TYPE_MEM_ALLOC };
    NEED(params);
    memcpy(&generic.alloc, params, sizeof *params);
    CUresult r = add_node(made, graph, dependencies, NULL, count, &generic);
    if (!r)
        params->dptr = generic.alloc.dptr;
    return r;
}

DRIVER(cuGraphDestroyNode, (CUgraphNode handle))
{
    struct iq_soft_node *node;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_node_get(handle, &node);
    if (!r && is_fixed(node->graph))
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        iq_node_destroy(node);
    return iq_leave(r);
}

DRIVER(cuGraphNodeGetType, (CUgraphNode handle, CUgraphNodeType *type))
{
    struct iq_soft_node *node;
    CUresult r = iq_enter_plain();
    if (!r)
        r = type ? iq_node_get(handle, &node) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *type = node->type;
    return iq_leave(r);
}

DRIVER(cuGraphNodeFindInClone, (CUgraphNode * made, CUgraphNode original, CUgraph clone))
{
    struct iq_soft_node *node;
    struct iq_graph *graph;
    CUresult r = iq_enter_plain();
    if (!r)
        r = made ? iq_node_get(original, &node) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_graph_get(clone, &graph);
    if (r)
        return iq_leave(r);
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->original_id == node->id) {
            *made = iq_obj_handle(graph->nodes[i]);
            return iq_leave(CUDA_SUCCESS);
        }
    return iq_leave(CUDA_ERROR_INVALID_VALUE);
}

/* ---- lists: with NULL the number is given, else as many as fit, the rest NULL ---- */

struct list {
    CUgraphNode *first, *second;
    CUgraphEdgeData *data;
    size_t room, count;
};

static void put(struct list *list, const struct iq_soft_node *first,
                const struct iq_soft_node *second, const CUgraphEdgeData *data)
{
    if (list->count < list->room) {
        if (list->first)
            list->first[list->count] = iq_obj_handle(first);
        if (list->second && second)
            list->second[list->count] = iq_obj_handle(second);
        if (list->data)
            list->data[list->count] = data ? *data : (CUgraphEdgeData){ 0 };
    }
    list->count++;
}

static CUresult finish(struct list *list, size_t *count)
{
    for (size_t i = list->count; i < list->room; i++) {
        if (list->first)
            list->first[i] = NULL;
        if (list->second)
            list->second[i] = NULL;
    }
    *count = list->room && list->room < list->count ? list->room : list->count;
    return CUDA_SUCCESS;
}

/* Drivers take NULL, or arrays that have room for at least one. */
static bool is_list(const void *nodes, const void *data, const size_t *count)
{
    return count && ((!nodes && !data) || *count);
}

static CUresult nodes_of(CUgraph handle, CUgraphNode *nodes, size_t *count, bool roots)
{
    struct iq_graph *graph;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_list(nodes, NULL, count) ? iq_graph_get(handle, &graph) : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    struct list list = { nodes, NULL, NULL, nodes ? *count : 0, 0 };
    for (size_t i = 0; i < graph->count; i++)
        if (!roots || !graph->nodes[i]->before_count)
            put(&list, graph->nodes[i], NULL, NULL);
    return iq_leave(finish(&list, count));
}
DRIVER(cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *count))
{
    return nodes_of(graph, nodes, count, false);
}
DRIVER(cuGraphGetRootNodes, (CUgraph graph, CUgraphNode *nodes, size_t *count))
{
    return nodes_of(graph, nodes, count, true);
}

DRIVER(cuGraphGetEdges_v2,
       (CUgraph handle, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t *count))
{
    struct iq_graph *graph;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_list(from, data, count) && !from == !to ? iq_graph_get(handle, &graph)
                                                       : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    struct list list = { from, to, data, from ? *count : 0, 0 };
    for (size_t i = 0; i < graph->count; i++)
        for (size_t j = 0; j < graph->nodes[i]->before_count; j++)
            put(&list, graph->nodes[i]->before[j], graph->nodes[i],
                &graph->nodes[i]->before_data[j]);
    return iq_leave(finish(&list, count));
}
DRIVER(cuGraphGetEdges, (CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count))
{
    return cuGraphGetEdges_v2(graph, from, to, NULL, count);
}

static CUresult neighbours(CUgraphNode handle, CUgraphNode *nodes, CUgraphEdgeData *data,
                           size_t *count, bool before)
{
    struct iq_soft_node *node;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_list(nodes, data, count) ? iq_node_get(handle, &node) : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    struct list list = { nodes, NULL, data, nodes ? *count : 0, 0 };
    for (size_t i = 0; before && i < node->before_count; i++)
        put(&list, node->before[i], NULL, &node->before_data[i]);
    for (size_t i = 0; !before && i < node->graph->count; i++)
        for (size_t j = 0; j < node->graph->nodes[i]->before_count; j++)
            if (node->graph->nodes[i]->before[j] == node)
                put(&list, node->graph->nodes[i], NULL, &node->graph->nodes[i]->before_data[j]);
    return iq_leave(finish(&list, count));
}
DRIVER(cuGraphNodeGetDependencies_v2,
       (CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *count))
{
    return neighbours(node, nodes, data, count, true);
}
DRIVER(cuGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *nodes, size_t *count))
{
    return neighbours(node, nodes, NULL, count, true);
}
DRIVER(cuGraphNodeGetDependentNodes_v2,
       (CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *count))
{
    return neighbours(node, nodes, data, count, false);
}
DRIVER(cuGraphNodeGetDependentNodes, (CUgraphNode node, CUgraphNode *nodes, size_t *count))
{
    return neighbours(node, nodes, NULL, count, false);
}

static CUresult remove_edge(struct iq_soft_node *from, struct iq_soft_node *to)
{
    for (size_t i = 0; i < to->before_count; i++)
        if (to->before[i] == from) {
            memmove(&to->before[i], &to->before[i + 1],
                    (to->before_count - i - 1) * sizeof *to->before);
            memmove(&to->before_data[i], &to->before_data[i + 1],
                    (to->before_count - i - 1) * sizeof *to->before_data);
            to->before_count--;
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_INVALID_VALUE;
}

static CUresult change_edges(CUgraph handle, const CUgraphNode *from, const CUgraphNode *to,
                             const CUgraphEdgeData *data, size_t count, bool add)
{
    struct iq_graph *graph;
    struct iq_soft_node *first, *second;
    CUresult r = iq_enter_plain();
    if (!r)
        r = !count || (from && to) ? iq_graph_get(handle, &graph) : CUDA_ERROR_INVALID_VALUE;
    if (!r && !add && count && is_fixed(graph))
        r = CUDA_ERROR_NOT_SUPPORTED;
    for (size_t i = 0; i < count && !r; i++) {
        r = iq_node_get(from[i], &first);
        if (!r)
            r = iq_node_get(to[i], &second);
        if (!r && (first->graph != graph || second->graph != graph))
            r = CUDA_ERROR_INVALID_VALUE;
        if (!r)
            r = add ? iq_node_depend(second, first, data ? &data[i] : NULL)
                    : remove_edge(first, second);
    }
    return iq_leave(r);
}
DRIVER(cuGraphAddDependencies_v2, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *data, size_t count))
{
    return change_edges(graph, from, to, data, count, true);
}
DRIVER(cuGraphAddDependencies,
       (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count))
{
    return change_edges(graph, from, to, NULL, count, true);
}
DRIVER(cuGraphRemoveDependencies_v2, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                      const CUgraphEdgeData *data, size_t count))
{
    return change_edges(graph, from, to, data, count, false);
}
DRIVER(cuGraphRemoveDependencies,
       (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count))
{
    return change_edges(graph, from, to, NULL, count, false);
}

DRIVER(cuGraphDebugDotPrint, (CUgraph handle, const char *path, unsigned flags))
{
    static const char *const names[] = { "KERNEL",         "MEMCPY",       "MEMSET",
                                         "HOST",           "GRAPH",        "EMPTY",
                                         "WAIT_EVENT",     "EVENT_RECORD", "EXT_SEMAS_SIGNAL",
                                         "EXT_SEMAS_WAIT", "MEM_ALLOC",    "MEM_FREE",
                                         "BATCH_MEM_OP",   "CONDITIONAL" };
    struct iq_graph *graph;
    CUresult r = iq_enter_plain();
    (void)flags;
    if (!r)
        r = path ? iq_graph_get(handle, &graph) : CUDA_ERROR_INVALID_VALUE;
    FILE *out = r ? NULL : fopen(path, "we");
    if (!r && !out)
        r = CUDA_ERROR_OPERATING_SYSTEM;
    if (r)
        return iq_leave(r);
    fprintf(out, "digraph dot {\n");
    for (size_t i = 0; i < graph->count; i++)
        fprintf(out, "  node_%zu[label=\"%zu %s\"];\n", i, i, names[graph->nodes[i]->type]);
    for (size_t i = 0; i < graph->count; i++)
        for (size_t j = 0; j < graph->nodes[i]->before_count; j++)
            fprintf(out, "  node_%zu -> node_%zu;\n", graph->nodes[i]->before[j]->index, i);
    fprintf(out, "}\n");
    fclose(out);
    return iq_leave(CUDA_SUCCESS);
}
