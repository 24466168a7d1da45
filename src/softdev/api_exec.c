/* Driver API: parameters of nodes, executable graphs, user objects. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "softdev/capture.h"
#include "softdev/condition.h"
#include "softdev/engine.h"
#include "softdev/graph.h"

#define NEED(pointer)                                                                             \
    do {                                                                                          \
        if (!(pointer))                                                                           \
            return iq_is_uninitialised() ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_INVALID_VALUE; \
    } while (0)

/* ---- parameters in graphs ---- */

static CUresult enter_node(CUgraphNode handle, CUgraphNodeType type, struct iq_soft_node **node)
{
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_node_get(handle, node);
    if (!r && (*node)->type != type)
        r = CUDA_ERROR_INVALID_VALUE;
    return r;
}

static CUresult get_params(CUgraphNode handle, CUgraphNodeType type, void *out, size_t offset,
                           size_t size)
{
    struct iq_soft_node *node;
    CUresult r = enter_node(handle, type, &node);
    if (!r && !out)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        memcpy(out, (const char *)&node->params + offset, size);
    return iq_leave(r);
}

static CUresult set_params(CUgraphNode handle, const CUgraphNodeParams *params)
{
    struct iq_soft_node *node;
    struct iq_ctx *ctx = iq_ctx_current();
    CUresult r = enter_node(handle, params->type, &node);
    if (!r && params->type <= CU_GRAPH_NODE_TYPE_MEMSET)
        r = iq_ctx_usable(ctx);
    return iq_leave(r ? r : iq_node_set(ctx, node, params));
}

/* The same change in an executable graph, whose nodes have the positions of the originals. */
static CUresult set_exec(CUgraphExec exec_handle, CUgraphNode handle,
                         const CUgraphNodeParams *params)
{
    struct iq_ctx *ctx = iq_ctx_current();
    struct iq_exec *exec;
    struct iq_soft_node *node;
    CUresult why, r = enter_node(handle, params->type, &node);
    if (!r && params->type <= CU_GRAPH_NODE_TYPE_MEMSET)
        r = iq_ctx_usable(ctx);
    exec = r ? NULL : iq_obj_get(exec_handle, IQ_OBJ_EXEC, &why);
    if (!r && !exec)
        r = CUDA_ERROR_INVALID_VALUE;
    struct iq_soft_node *copy = NULL;
    for (size_t i = 0; !r && i < exec->graph->count && !copy; i++)
        if (exec->graph->nodes[i]->original_id == node->id)
            copy = exec->graph->nodes[i];
    if (!r && !copy)
        r = CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r ? r : iq_node_set(ctx, copy, params));
}

#define PARAMS(field_type, ...)                         \
    CUgraphNodeParams generic = { .type = field_type }; \
    __VA_ARGS__
#define GET(field) get_params(node, type, out, offsetof(CUgraphNodeParams, field), sizeof *out)

#define NODE_API(get, set, exec, struct_type, node_type, field)                     \
    DRIVER(get, (CUgraphNode node, struct_type * out))                              \
    {                                                                               \
        const CUgraphNodeType type = node_type;                                     \
        return GET(field);                                                          \
    }                                                                               \
    DRIVER(set, (CUgraphNode node, const struct_type *params))                      \
    {                                                                               \
        NEED(params);                                                               \
        PARAMS(node_type, memcpy(&generic.field, params, sizeof *params));          \
        return set_params(node, &generic);                                          \
    }                                                                               \
    DRIVER(exec, (CUgraphExec handle, CUgraphNode node, const struct_type *params)) \
    {                                                                               \
        NEED(params);                                                               \
        PARAMS(node_type, memcpy(&generic.field, params, sizeof *params));          \
        return set_exec(handle, node, &generic);                                    \
    }
NODE_API(cuGraphKernelNodeGetParams_v2, cuGraphKernelNodeSetParams_v2,
         cuGraphExecKernelNodeSetParams_v2, CUDA_KERNEL_NODE_PARAMS, CU_GRAPH_NODE_TYPE_KERNEL,
         kernel)
NODE_API(cuGraphKernelNodeGetParams, cuGraphKernelNodeSetParams, cuGraphExecKernelNodeSetParams,
         CUDA_KERNEL_NODE_PARAMS_v1, CU_GRAPH_NODE_TYPE_KERNEL, kernel)
NODE_API(cuGraphHostNodeGetParams, cuGraphHostNodeSetParams, cuGraphExecHostNodeSetParams,
         CUDA_HOST_NODE_PARAMS, CU_GRAPH_NODE_TYPE_HOST, host)
NODE_API(cuGraphBatchMemOpNodeGetParams, cuGraphBatchMemOpNodeSetParams,
         cuGraphExecBatchMemOpNodeSetParams, CUDA_BATCH_MEM_OP_NODE_PARAMS,
         CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, memOp)

DRIVER(cuGraphMemcpyNodeGetParams, (CUgraphNode node, CUDA_MEMCPY3D *out))
{
    const CUgraphNodeType type = CU_GRAPH_NODE_TYPE_MEMCPY;
    return GET(memcpy.copyParams);
}
DRIVER(cuGraphMemcpyNodeSetParams, (CUgraphNode node, const CUDA_MEMCPY3D *params))
{
    NEED(params);
    PARAMS(CU_GRAPH_NODE_TYPE_MEMCPY, generic.memcpy.copyParams = *params);
    return set_params(node, &generic);
}
DRIVER(cuGraphExecMemcpyNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params, CUcontext ctx))
{
    NEED(params);
    PARAMS(CU_GRAPH_NODE_TYPE_MEMCPY, generic.memcpy.copyParams = *params);
    generic.memcpy.copyCtx = ctx;
    return set_exec(exec, node, &generic);
}
DRIVER(cuGraphMemsetNodeGetParams, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *out))
{
    const CUgraphNodeType type = CU_GRAPH_NODE_TYPE_MEMSET;
    return GET(memset);
}
DRIVER(cuGraphMemsetNodeSetParams, (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params))
{
    NEED(params);
    PARAMS(CU_GRAPH_NODE_TYPE_MEMSET, memcpy(&generic.memset, params, sizeof *params));
    return set_params(node, &generic);
}
DRIVER(cuGraphExecMemsetNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext ctx))
{
    NEED(params);
    PARAMS(CU_GRAPH_NODE_TYPE_MEMSET, memcpy(&generic.memset, params, sizeof *params));
    generic.memset.ctx = ctx;
    return set_exec(exec, node, &generic);
}
DRIVER(cuGraphNodeSetParams, (CUgraphNode node, CUgraphNodeParams *params))
{
    NEED(params);
    return set_params(node, params);
}
DRIVER(cuGraphExecNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params))
{
    NEED(params);
    return set_exec(exec, node, params);
}
DRIVER(cuGraphExecChildGraphNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraph child))
{
    PARAMS(CU_GRAPH_NODE_TYPE_GRAPH, generic.graph.graph = child);
    return set_exec(exec, node, &generic);
}
DRIVER(cuGraphMemAllocNodeGetParams, (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *out))
{
    const CUgraphNodeType type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    return GET(alloc);
}
DRIVER(cuGraphMemFreeNodeGetParams, (CUgraphNode node, CUdeviceptr *out))
{
    const CUgraphNodeType type = CU_GRAPH_NODE_TYPE_MEM_FREE;
    return GET(free.dptr);
}
#define EVENT_NODE_API(kind, node_type, field)                                  \
    DRIVER(cuGraphEvent##kind##NodeGetEvent, (CUgraphNode node, CUevent * out)) \
    {                                                                           \
        const CUgraphNodeType type = node_type;                                 \
        return GET(field.event);                                                \
    }                                                                           \
    DRIVER(cuGraphEvent##kind##NodeSetEvent, (CUgraphNode node, CUevent event)) \
    {                                                                           \
        PARAMS(node_type, generic.field.event = event);                         \
        return set_params(node, &generic);                                      \
    }                                                                           \
    DRIVER(cuGraphExecEvent##kind##NodeSetEvent,                                \
           (CUgraphExec exec, CUgraphNode node, CUevent event))                 \
    {                                                                           \
        PARAMS(node_type, generic.field.event = event);                         \
        return set_exec(exec, node, &generic);                                  \
    }
EVENT_NODE_API(Record, CU_GRAPH_NODE_TYPE_EVENT_RECORD, eventRecord)
EVENT_NODE_API(Wait, CU_GRAPH_NODE_TYPE_WAIT_EVENT, eventWait)

DRIVER(cuGraphChildGraphNodeGetGraph, (CUgraphNode handle, CUgraph *out))
{
    struct iq_soft_node *node;
    CUresult r = enter_node(handle, CU_GRAPH_NODE_TYPE_GRAPH, &node);
    if (!r && !out)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *out = iq_obj_handle(node->child);
    return iq_leave(r);
}

DRIVER(cuGraphKernelNodeGetAttribute,
       (CUgraphNode handle, CUkernelNodeAttrID attribute, CUkernelNodeAttrValue *value))
{
    struct iq_soft_node *node;
    CUresult r = enter_node(handle, CU_GRAPH_NODE_TYPE_KERNEL, &node);
    if (!r && (!value || (unsigned)attribute >= CU_LAUNCH_ATTRIBUTE_MAX))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *value = node->attributes[attribute];
    if (!r && attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
        memcpy(&value->clusterDim, node->work.u.kernel.cluster, sizeof value->clusterDim);
    if (!r && attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        value->cooperative = node->work.u.kernel.cooperative;
    return iq_leave(r);
}
/* What an attribute says of the launch.  Of the others a captured launch may know more than what
 * was set here. */
static void apply_attribute(struct iq_soft_node *node, CUkernelNodeAttrID attribute)
{
    const CUkernelNodeAttrValue *value = &node->attributes[attribute];
    if (attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        node->work.u.kernel.cooperative = value->cooperative;
    if (attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION && value->clusterDim.x)
        memcpy(node->work.u.kernel.cluster, &value->clusterDim, sizeof node->work.u.kernel.cluster);
}

static bool is_cluster_of(const struct iq_launch_work *work, const CUkernelNodeAttrValue *value)
{
    unsigned dims[3] = { value->clusterDim.x, value->clusterDim.y, value->clusterDim.z };
    return iq_launch_is_cluster(work->function, dims, work->grid);
}

DRIVER(cuGraphKernelNodeSetAttribute,
       (CUgraphNode handle, CUkernelNodeAttrID attribute, const CUkernelNodeAttrValue *value))
{
    struct iq_soft_node *node;
    CUresult r = enter_node(handle, CU_GRAPH_NODE_TYPE_KERNEL, &node);
    if (!r && (!value || (unsigned)attribute >= CU_LAUNCH_ATTRIBUTE_MAX ||
               !iq_launch_is_attribute_legal(attribute, value)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION &&
        !is_cluster_of(&node->work.u.kernel, value))
        r = CUDA_ERROR_INVALID_CLUSTER_SIZE;
    if (!r) {
        node->attributes[attribute] = *value;
        apply_attribute(node, attribute);
    }
    return iq_leave(r);
}
DRIVER(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from))
{
    struct iq_soft_node *target, *source;
    CUresult r = enter_node(to, CU_GRAPH_NODE_TYPE_KERNEL, &target);
    if (!r)
        r = iq_node_get(from, &source);
    if (!r && source->type != CU_GRAPH_NODE_TYPE_KERNEL)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        memcpy(target->attributes, source->attributes, sizeof target->attributes);
        target->work.u.kernel.cooperative = source->work.u.kernel.cooperative;
        apply_attribute(target, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    }
    return iq_leave(r);
}

/* ---- executable graphs ---- */

static void exec_finish(struct iq_obj *obj)
{
    struct iq_exec *exec = (struct iq_exec *)obj;
    if (exec->graph) {
        iq_graph_mark_conditions(exec->graph, false);
        iq_graph_destroy(exec->graph);
    }
    iq_op_unref(exec->last);
}

static CUresult exec_get(CUgraphExec handle, struct iq_exec **exec)
{
    CUresult why;
    *exec = iq_obj_get(handle, IQ_OBJ_EXEC, &why);
    return *exec ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult instantiate(CUgraphExec *made, CUgraph handle, unsigned long long flags,
                            CUgraphInstantiateResult *result, CUgraphNode *where)
{
    const struct iq_soft_node *node = NULL;
    struct iq_graph *graph;
    struct iq_exec *exec = NULL;
    CUresult r = iq_enter_plain();
    if (!r)
        r = made && !(flags & ~15ull) ? iq_graph_get(handle, &graph) : CUDA_ERROR_INVALID_VALUE;
    if (!r && graph->is_body)
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        r = iq_graph_judge_conditions(graph, result, &node);
    if (node)
        *where = iq_obj_handle(node);
    if (!r && flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r) {
        size_t *order = iq_graph_sort(graph, &r);
        free(order);
    }
    if (!r)
        exec = iq_obj_new(IQ_OBJ_EXEC, sizeof *exec);
    if (!r && !exec)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        exec->obj.finish = exec_finish;
        exec->flags = flags;
        exec->source = graph->id;
        r = iq_graph_clone(graph, &exec->graph);
    }
    if (r && exec)
        iq_obj_kill(exec, false);
    if (!r) {
        exec->graph->owned = true;
        exec->conditional = iq_graph_has_conditions(graph);
        iq_graph_mark_conditions(exec->graph, true);
        *made = iq_obj_handle(exec);
    }
    return iq_leave(r);
}

DRIVER(cuGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph graph, unsigned long long flags))
{
    CUgraphInstantiateResult result;
    CUgraphNode node;
    return instantiate(exec, graph, flags, &result, &node);
}
static CUresult instantiate_old(CUgraphExec *exec, CUgraph graph, CUgraphNode *node, char *log,
                                size_t size)
{
    CUgraphInstantiateResult result;
    CUgraphNode unused;
    if (node)
        *node = NULL;
    if (log && size)
        *log = 0;
    return instantiate(exec, graph, 0, &result, node ? node : &unused);
}
DRIVER(cuGraphInstantiate,
       (CUgraphExec * exec, CUgraph graph, CUgraphNode *node, char *log, size_t size))
{
    return instantiate_old(exec, graph, node, log, size);
}
DRIVER(cuGraphInstantiate_v2,
       (CUgraphExec * exec, CUgraph graph, CUgraphNode *node, char *log, size_t size))
{
    return instantiate_old(exec, graph, node, log, size);
}
DRIVER(cuGraphInstantiateWithParams,
       (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params))
{
    NEED(params);
    CUgraphInstantiateResult result = CUDA_GRAPH_INSTANTIATE_ERROR;
    CUgraphNode node = NULL;
    CUresult r = instantiate(exec, graph, params->flags, &result, &node);
    params->hErrNode_out = node;
    params->result_out = r ? result : CUDA_GRAPH_INSTANTIATE_SUCCESS;
    return r;
}
DRIVER(cuGraphInstantiateWithParams_ptsz,
       (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params))
{
    return cuGraphInstantiateWithParams(exec, graph, params);
}

DRIVER(cuGraphExecDestroy, (CUgraphExec handle))
{
    struct iq_exec *exec;
    CUresult r = iq_enter_plain();
    if (!r)
        r = exec_get(handle, &exec);
    if (!r)
        iq_obj_kill(exec, false);
    return iq_leave(r);
}

DRIVER(cuGraphExecGetFlags, (CUgraphExec handle, cuuint64_t *flags))
{
    struct iq_exec *exec;
    CUresult r = iq_enter_plain();
    if (!r)
        r = flags ? exec_get(handle, &exec) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *flags = exec->flags;
    return iq_leave(r);
}

static CUresult launch(CUgraphExec handle, CUstream stream_handle, bool upload)
{
    struct iq_ctx *ctx;
    struct iq_exec *exec;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = exec_get(handle, &exec);
    if (!r)
        r = iq_stream_get(stream_handle, ctx, &stream);
    if (!r)
        r = iq_capture_check_implicit(stream);
    if (!r && stream->capture) {
        struct iq_soft_node *node;
        r = iq_graph_add(stream->capture->graph, CU_GRAPH_NODE_TYPE_GRAPH, stream->capture_nodes,
                         stream->capture_node_count, &node);
        if (!r)
            r = iq_graph_clone(exec->graph, &node->child);
        if (!r) {
            node->child->owned = true;
            r = iq_capture_append(stream, node);
        }
        return iq_leave(r);
    }
    if (!r)
        r = upload ? iq_stream_enqueue(stream, NULL) : iq_graph_launch(exec, stream);
    if (!r)
        iq_stream_linger(stream);
    return iq_leave(r);
}
DRIVER(cuGraphLaunch, (CUgraphExec exec, CUstream stream)) { return launch(exec, stream, false); }
DRIVER(cuGraphLaunch_ptsz, (CUgraphExec exec, CUstream stream))
{
    return launch(exec, iq_per_thread(stream), false);
}
DRIVER(cuGraphUpload, (CUgraphExec exec, CUstream stream)) { return launch(exec, stream, true); }
DRIVER(cuGraphUpload_ptsz, (CUgraphExec exec, CUstream stream))
{
    return launch(exec, iq_per_thread(stream), true);
}

/* Same shape: the contents of the new graph take the place of the old. */
static CUgraphExecUpdateResult compare(const struct iq_graph *old, const struct iq_graph *new,
                                       size_t *where)
{
    *where = 0;
    if (old->count != new->count)
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (size_t i = 0; i < old->count; i++) {
        *where = i;
        if (old->nodes[i]->type != new->nodes[i]->type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (old->nodes[i]->before_count != new->nodes[i]->before_count)
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        for (size_t j = 0; j < old->nodes[i]->before_count; j++)
            if (old->nodes[i]->before[j]->index != new->nodes[i]->before[j]->index)
                return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        if (old->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
            old->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_FREE || old->nodes[i]->branch)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
    }
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

DRIVER(cuGraphExecUpdate_v2,
       (CUgraphExec handle, CUgraph graph_handle, CUgraphExecUpdateResultInfo *info))
{
    struct iq_exec *exec;
    struct iq_graph *graph, *clone;
    size_t where = 0;
    CUresult r = iq_enter_plain();
    if (!r)
        r = info ? exec_get(handle, &exec) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_graph_get(graph_handle, &graph);
    if (r)
        return iq_leave(r);
    *info = (CUgraphExecUpdateResultInfo){ compare(exec->graph, graph, &where), NULL, NULL };
    if (info->result) {
        info->errorNode = where < graph->count ? iq_obj_handle(graph->nodes[where]) : NULL;
        return iq_leave(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    }
    r = iq_graph_clone(graph, &clone);
    if (!r) {
        /* the nodes of the first graph go on naming the copies */
        for (size_t i = 0; i < clone->count; i++) {
            clone->nodes[i]->disabled = exec->graph->nodes[i]->disabled;
            clone->nodes[i]->original_id = exec->graph->nodes[i]->original_id;
        }
        iq_graph_destroy(exec->graph);
        exec->graph = clone;
        clone->owned = true;
    }
    return iq_leave(r);
}
DRIVER(cuGraphExecUpdate,
       (CUgraphExec exec, CUgraph graph, CUgraphNode *node, CUgraphExecUpdateResult *result))
{
    CUgraphExecUpdateResultInfo info = { 0 };
    CUresult r = cuGraphExecUpdate_v2(exec, graph, &info);
    if (node)
        *node = info.errorNode;
    if (result)
        *result = info.result;
    return r;
}

static CUresult enabled(CUgraphExec exec_handle, CUgraphNode handle, struct iq_soft_node **copy)
{
    struct iq_exec *exec;
    struct iq_soft_node *node;
    CUresult r = iq_enter_plain();
    if (!r)
        r = exec_get(exec_handle, &exec);
    if (!r)
        r = iq_node_get(handle, &node);
    *copy = NULL;
    for (size_t i = 0; !r && i < exec->graph->count; i++)
        if (exec->graph->nodes[i]->original_id == node->id)
            *copy = exec->graph->nodes[i];
    return r                                                     ? r
           : *copy && (*copy)->type <= CU_GRAPH_NODE_TYPE_MEMSET ? CUDA_SUCCESS
                                                                 : CUDA_ERROR_INVALID_VALUE;
}
DRIVER(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode handle, unsigned on))
{
    struct iq_soft_node *copy;
    CUresult r = enabled(exec, handle, &copy);
    if (!r)
        copy->disabled = !on;
    return iq_leave(r);
}
DRIVER(cuGraphNodeGetEnabled, (CUgraphExec exec, CUgraphNode handle, unsigned *on))
{
    struct iq_soft_node *copy;
    CUresult r = enabled(exec, handle, &copy);
    if (!r && !on)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *on = !copy->disabled;
    return iq_leave(r);
}

/* ---- user objects ---- */

struct iq_user {
    struct iq_obj obj;
    CUhostFn destroy;
    void *pointer;
    size_t count;
};

void iq_user_unref(struct iq_user *user, unsigned count)
{
    user->count -= count;
    if (user->count)
        return;
    iq_unlock();
    iq_engine_admit_signals();
    user->destroy(user->pointer);
    iq_lock();
    iq_obj_kill(user, false);
}

static bool is_count(unsigned count) { return count && count <= INT_MAX; }

/* The references of [user] that [graph] has; made if there are none yet.  NULL: out of memory. */
static struct iq_user_share *share_of(struct iq_graph *graph, struct iq_user *user)
{
    for (size_t i = 0; i < graph->user_count; i++)
        if (graph->users[i].user == user)
            return &graph->users[i];
    struct iq_user_share *grown =
        realloc(graph->users, (graph->user_count + 1) * sizeof *graph->users);
    if (!grown)
        return NULL;
    graph->users = grown;
    grown[graph->user_count] = (struct iq_user_share){ user, 0 };
    return &grown[graph->user_count++];
}

static CUresult user_get(CUuserObject handle, struct iq_user **user)
{
    CUresult why;
    *user = iq_obj_get(handle, IQ_OBJ_USER, &why);
    return *user ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

DRIVER(cuUserObjectCreate,
       (CUuserObject * made, void *pointer, CUhostFn destroy, unsigned count, unsigned flags))
{
    CUresult r = iq_enter_plain();
    if (!r && (!made || !destroy || !is_count(count) || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))
        r = CUDA_ERROR_INVALID_VALUE;
    struct iq_user *user = r ? NULL : iq_obj_new(IQ_OBJ_USER, sizeof *user);
    if (!r && !user)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        user->destroy = destroy;
        user->pointer = pointer;
        user->count = count;
        *made = iq_obj_handle(user);
    }
    return iq_leave(r);
}
DRIVER(cuUserObjectRetain, (CUuserObject handle, unsigned count))
{
    struct iq_user *user;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_count(count) ? user_get(handle, &user) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        user->count += count;
    return iq_leave(r);
}
DRIVER(cuUserObjectRelease, (CUuserObject handle, unsigned count))
{
    struct iq_user *user;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_count(count) ? user_get(handle, &user) : CUDA_ERROR_INVALID_VALUE;
    if (!r && count > user->count)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        iq_user_unref(user, count);
    return iq_leave(r);
}
DRIVER(cuGraphRetainUserObject,
       (CUgraph handle, CUuserObject user_handle, unsigned count, unsigned flags))
{
    struct iq_graph *graph;
    struct iq_user *user;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_count(count) && !(flags & ~1u) ? iq_graph_get(handle, &graph)
                                              : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = user_get(user_handle, &user);
    struct iq_user_share *share = r ? NULL : share_of(graph, user);
    if (!r && !share)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        share->count += count;
        user->count += flags & CU_GRAPH_USER_OBJECT_MOVE ? 0 : count;
    }
    return iq_leave(r);
}
DRIVER(cuGraphReleaseUserObject, (CUgraph handle, CUuserObject user_handle, unsigned count))
{
    struct iq_graph *graph;
    struct iq_user *user;
    CUresult r = iq_enter_plain();
    if (!r)
        r = is_count(count) ? iq_graph_get(handle, &graph) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = user_get(user_handle, &user);
    for (size_t i = 0; !r && i < graph->user_count; i++) {
        struct iq_user_share *share = &graph->users[i];
        unsigned given = count < share->count ? count : share->count;
        if (share->user != user)
            continue;
        share->count -= given;
        if (!share->count)
            *share = graph->users[--graph->user_count];
        iq_user_unref(user, given);
        break;
    }
    return iq_leave(r);
}

/* ---- memory of graphs ---- */

DRIVER(cuDeviceGraphMemTrim, (CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    return iq_leave(r ? r : iq_device_get(ordinal, &device));
}
DRIVER(cuDeviceGetGraphMemAttribute,
       (CUdevice ordinal, CUgraphMem_attribute attribute, void *value))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = value && (unsigned)attribute <= 3 ? iq_device_get(ordinal, &device)
                                              : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *(cuuint64_t *)value = attribute & 1 ? device->graph_used_high : device->graph_used;
    return iq_leave(r);
}
DRIVER(cuDeviceSetGraphMemAttribute,
       (CUdevice ordinal, CUgraphMem_attribute attribute, void *value))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = value && (attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH ||
                      attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
                ? iq_device_get(ordinal, &device)
                : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        device->graph_used_high = device->graph_used;
    return iq_leave(r);
}
