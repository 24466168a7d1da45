/* Graphs as a whole: making, copying, structure, instantiating, launching, objects that they keep
 * alive. */
#include "softrt/softrt.h"

typedef const cudaGraphNode_t *nodes_t;

static const CUgraphEdgeData *edges(const cudaGraphEdgeData *data)
{
    return (const CUgraphEdgeData *)(const void *)data;
}

static bool with_edge_data(void) { return iq_rt_version() >= 13000; }

_Static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData),
               "edge data is passed on as it is");
_Static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams),
               "passed on as it is");
_Static_assert(sizeof(CUgraphExecUpdateResultInfo) == sizeof(cudaGraphExecUpdateResultInfo),
               "passed on as it is");

IQ_RT_DRV(cudaGraphCreate, (cudaGraph_t * out, unsigned flags), iq_drv.GraphCreate(out, flags))
IQ_RT_CTX(cudaGraphDestroy, (cudaGraph_t graph), iq_drv.GraphDestroy(graph))
IQ_RT_CTX(cudaGraphClone, (cudaGraph_t * out, cudaGraph_t graph), iq_drv.GraphClone(out, graph))
IQ_RT_CTX(cudaGraphNodeFindInClone,
          (cudaGraphNode_t * out, cudaGraphNode_t node, cudaGraph_t clone),
          iq_drv.GraphNodeFindInClone(out, node, clone))
IQ_RT_CTX(cudaGraphNodeGetType, (cudaGraphNode_t node, enum cudaGraphNodeType *out),
          iq_drv.GraphNodeGetType(node, (CUgraphNodeType *)(void *)out))
IQ_RT_CTX(cudaGraphGetNodes, (cudaGraph_t graph, cudaGraphNode_t *out, size_t *count),
          iq_drv.GraphGetNodes(graph, out, count))
IQ_RT_CTX(cudaGraphGetRootNodes, (cudaGraph_t graph, cudaGraphNode_t *out, size_t *count),
          iq_drv.GraphGetRootNodes(graph, out, count))
IQ_RT_CTX(cudaGraphDestroyNode, (cudaGraphNode_t node), iq_drv.GraphDestroyNode(node))
IQ_RT_CTX(cudaGraphDebugDotPrint, (cudaGraph_t graph, const char *path, unsigned flags),
          iq_drv.GraphDebugDotPrint(graph, path, flags))

/* Edges: runtimes until 12 know them without data, and have a _v2 with it; 13 has it under the
 * plain name. */
static int get_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, void *fourth,
                     size_t *fifth)
{
    if (with_edge_data())
        return (int)iq_drv.GraphGetEdges(graph, from, to, fourth, fifth);
    return (int)iq_drv.GraphGetEdges(graph, from, to, NULL, fourth);
}

static int neighbours(cudaGraphNode_t node, cudaGraphNode_t *out, void *third, size_t *fourth,
                      bool dependents)
{
    CUgraphEdgeData *data = with_edge_data() ? third : NULL;
    size_t *count = with_edge_data() ? fourth : third;

    return (int)(dependents ? iq_drv.GraphNodeGetDependentNodes
                            : iq_drv.GraphNodeGetDependencies)(node, out, data, count);
}

static int change_edges(cudaGraph_t graph, nodes_t from, nodes_t to, const void *fourth,
                        size_t fifth, bool add)
{
    const CUgraphEdgeData *data = with_edge_data() ? fourth : NULL;
    size_t count = with_edge_data() ? fifth : (size_t)(uintptr_t)fourth;

    return (int)(add ? iq_drv.GraphAddDependencies
                     : iq_drv.GraphRemoveDependencies)(graph, from, to, data, count);
}

IQ_RT_CTX(cudaGraphGetEdges,
          (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, void *fourth,
           size_t *fifth),
          get_edges(graph, from, to, fourth, fifth))
IQ_RT_CTX(cudaGraphGetEdges_v2,
          (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
           size_t *count),
          iq_drv.GraphGetEdges(graph, from, to, (CUgraphEdgeData *)(void *)data, count))
IQ_RT_CTX(cudaGraphNodeGetDependencies,
          (cudaGraphNode_t node, cudaGraphNode_t *out, void *third, size_t *fourth),
          neighbours(node, out, third, fourth, false))
IQ_RT_CTX(cudaGraphNodeGetDependencies_v2,
          (cudaGraphNode_t node, cudaGraphNode_t *out, cudaGraphEdgeData *data, size_t *count),
          iq_drv.GraphNodeGetDependencies(node, out, (CUgraphEdgeData *)(void *)data, count))
IQ_RT_CTX(cudaGraphNodeGetDependentNodes,
          (cudaGraphNode_t node, cudaGraphNode_t *out, void *third, size_t *fourth),
          neighbours(node, out, third, fourth, true))
IQ_RT_CTX(cudaGraphNodeGetDependentNodes_v2,
          (cudaGraphNode_t node, cudaGraphNode_t *out, cudaGraphEdgeData *data, size_t *count),
          iq_drv.GraphNodeGetDependentNodes(node, out, (CUgraphEdgeData *)(void *)data, count))
IQ_RT_CTX(cudaGraphAddDependencies,
          (cudaGraph_t graph, nodes_t from, nodes_t to, const void *fourth, size_t fifth),
          change_edges(graph, from, to, fourth, fifth, true))
IQ_RT_CTX(cudaGraphAddDependencies_v2,
          (cudaGraph_t graph, nodes_t from, nodes_t to, const cudaGraphEdgeData *data,
           size_t count),
          iq_drv.GraphAddDependencies(graph, from, to, edges(data), count))
IQ_RT_CTX(cudaGraphRemoveDependencies,
          (cudaGraph_t graph, nodes_t from, nodes_t to, const void *fourth, size_t fifth),
          change_edges(graph, from, to, fourth, fifth, false))
IQ_RT_CTX(cudaGraphRemoveDependencies_v2,
          (cudaGraph_t graph, nodes_t from, nodes_t to, const cudaGraphEdgeData *data,
           size_t count),
          iq_drv.GraphRemoveDependencies(graph, from, to, edges(data), count))

/* Runtimes of 11 pass (exec, graph, error node, log, size of log); since 12 the third parameter is
 * the flags. */
static int instantiate(cudaGraphExec_t *out, cudaGraph_t graph, unsigned long long third, char *log,
                       size_t size)
{
    if (iq_rt_version() >= 12000)
        return (int)iq_drv.GraphInstantiateWithFlags(out, graph, third);
    if (third)
        *(cudaGraphNode_t *)(uintptr_t)third = NULL;
    if (log && size)
        log[0] = '\0';
    return (int)iq_drv.GraphInstantiateWithFlags(out, graph, 0);
}

static int instantiate_with(cudaGraphExec_t *out, cudaGraph_t graph,
                            cudaGraphInstantiateParams *params, bool per_thread)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS plain;
    int code;

    if (!params)
        return cudaErrorInvalidValue;
    memcpy(&plain, params, sizeof plain);
    if (per_thread)
        plain.hUploadStream = iq_rt_own_stream(plain.hUploadStream);
    code = (int)iq_drv.GraphInstantiateWithParams(out, graph, &plain);
    params->errNode_out = plain.hErrNode_out;
    params->result_out = (cudaGraphInstantiateResult)plain.result_out;
    return code;
}

/* Runtimes of 11 pass (exec, graph, error node, result); since 12 there is one struct. */
static int update(cudaGraphExec_t exec, cudaGraph_t graph, void *third,
                  enum cudaGraphExecUpdateResult *fourth)
{
    CUgraphExecUpdateResultInfo info;
    int code;

    if (iq_rt_version() >= 12000)
        return (int)iq_drv.GraphExecUpdate(exec, graph, third);
    memset(&info, 0, sizeof info);
    code = (int)iq_drv.GraphExecUpdate(exec, graph, &info);
    if (third)
        *(cudaGraphNode_t *)third = info.errorNode;
    if (fourth)
        *fourth = (enum cudaGraphExecUpdateResult)info.result;
    return code;
}

IQ_RT_CTX(cudaGraphInstantiate,
          (cudaGraphExec_t * out, cudaGraph_t graph, unsigned long long third, char *log,
           size_t size),
          instantiate(out, graph, third, log, size))
IQ_RT_CTX(cudaGraphInstantiateWithFlags,
          (cudaGraphExec_t * out, cudaGraph_t graph, unsigned long long flags),
          iq_drv.GraphInstantiateWithFlags(out, graph, flags))
IQ_RT_CTX(cudaGraphInstantiateWithParams,
          (cudaGraphExec_t * out, cudaGraph_t graph, cudaGraphInstantiateParams *params),
          instantiate_with(out, graph, params, false))
IQ_RT_CTX(cudaGraphInstantiateWithParams_ptsz,
          (cudaGraphExec_t * out, cudaGraph_t graph, cudaGraphInstantiateParams *params),
          instantiate_with(out, graph, params, true))
IQ_RT_CTX(cudaGraphExecGetFlags, (cudaGraphExec_t exec, unsigned long long *flags),
          iq_drv.GraphExecGetFlags(exec, (cuuint64_t *)(void *)flags))
IQ_RT_CTX(cudaGraphExecUpdate,
          (cudaGraphExec_t exec, cudaGraph_t graph, void *third,
           enum cudaGraphExecUpdateResult *fourth),
          update(exec, graph, third, fourth))
IQ_RT_STREAM(cudaGraphUpload, (cudaGraphExec_t exec, cudaStream_t stream),
             iq_drv.GraphUpload(exec, stream))
IQ_RT_STREAM(cudaGraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream),
             iq_drv.GraphLaunch(exec, stream))
IQ_RT_CTX(cudaGraphExecDestroy, (cudaGraphExec_t exec), iq_drv.GraphExecDestroy(exec))
IQ_RT_CTX(cudaGraphNodeSetEnabled, (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled),
          iq_drv.GraphNodeSetEnabled(exec, node, enabled))
IQ_RT_CTX(cudaGraphNodeGetEnabled, (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled),
          iq_drv.GraphNodeGetEnabled(exec, node, enabled))

static int conditional_handle(cudaGraphConditionalHandle *out, cudaGraph_t graph, unsigned value,
                              unsigned flags)
{
    CUcontext current = NULL;

    (void)iq_drv.CtxGetCurrent(&current);
    return (int)iq_drv.GraphConditionalHandleCreate((CUgraphConditionalHandle *)(void *)out, graph,
                                                    current, value, flags);
}

IQ_RT_CTX(cudaGraphConditionalHandleCreate,
          (cudaGraphConditionalHandle * out, cudaGraph_t graph, unsigned value, unsigned flags),
          conditional_handle(out, graph, value, flags))
IQ_RT_DRV(cudaUserObjectCreate,
          (cudaUserObject_t * out, void *pointer, cudaHostFn_t destroy, unsigned count,
           unsigned flags),
          iq_drv.UserObjectCreate(out, pointer, destroy, count, flags))
IQ_RT_DRV(cudaUserObjectRetain, (cudaUserObject_t object, unsigned count),
          iq_drv.UserObjectRetain(object, count))
IQ_RT_DRV(cudaUserObjectRelease, (cudaUserObject_t object, unsigned count),
          iq_drv.UserObjectRelease(object, count))
IQ_RT_DRV(cudaGraphRetainUserObject,
          (cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags),
          iq_drv.GraphRetainUserObject(graph, object, count, flags))
IQ_RT_DRV(cudaGraphReleaseUserObject, (cudaGraph_t graph, cudaUserObject_t object, unsigned count),
          iq_drv.GraphReleaseUserObject(graph, object, count))
