/* Runtime API: graphs, executable graphs and user objects.  Form of a row: api/roles.h. */
API(10000, TELLS FX(graph_child_node) NODE(graph) FLOW(graph_change)) cudaError_t cudaGraphAddChildGraphNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, cudaGraph_t childGraph);
API(10000, FX(graph_edges) FLOW(graph_edges)) cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *from, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *to,
    PARAMS OPT const cudaGraphEdgeData *edgeData, COUNT size_t numDependencies);
API(10000, FX(graph_edges) UNTIL(12999) FLOW(graph_edges)) cudaError_t cudaGraphAddDependencies_abi12(cudaGraph_t graph, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *from,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *to, COUNT size_t numDependencies);
API(12000, FX(graph_edges) UNTIL(12999) FLOW(graph_edges)) cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *from,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *to, PARAMS OPT const cudaGraphEdgeData *edgeData, COUNT size_t numDependencies);
API(10000, NODE(empty) FLOW(graph_change)) cudaError_t cudaGraphAddEmptyNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies);
API(11010, FX(graph_event_node) NODE(record)) cudaError_t cudaGraphAddEventRecordNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, cudaEvent_t event);
API(11010, FX(graph_event_node) NODE(wait)) cudaError_t cudaGraphAddEventWaitNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, cudaEvent_t event);
API(10000, FX(graph_host_node) NODE(host) FLOW(graph_change)) cudaError_t cudaGraphAddHostNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, PARAMS const struct cudaHostNodeParams *pNodeParams);
API(10000, TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) cudaError_t cudaGraphAddKernelNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, PARAMS const struct cudaKernelNodeParams *pNodeParams);
API(11040, FX(graph_alloc_node) NODE(alloc) FLOW(graph_change)) cudaError_t cudaGraphAddMemAllocNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, INOUT struct cudaMemAllocNodeParams *nodeParams);
API(11040, FX(graph_free_node) NODE(free) FLOW(graph_change)) cudaError_t cudaGraphAddMemFreeNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, PTR void *dptr);
API(10000, AS(rt_memcpy3d) FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphAddMemcpyNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, PARAMS const struct cudaMemcpy3DParms *pCopyParams);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphAddMemcpyNode1D(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, WR(KIND, count) void *dst, RD(KIND, count) const void *src, SIZE size_t count,
    enum cudaMemcpyKind kind);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphAddMemcpyNodeFromSymbol(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, WR(KIND, count) void *dst, SYM() const void *symbol, SIZE size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphAddMemcpyNodeToSymbol(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, SYM() const void *symbol, RD(KIND, count) const void *src, SIZE size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind);
API(10000, AS(memset_node) FX(graph_node) NODE(memset) FLOW(graph_change)) cudaError_t cudaGraphAddMemsetNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, PARAMS const struct cudaMemsetParams *pMemsetParams);
API(12020, AS(rt_any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) cudaError_t cudaGraphAddNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, PARAMS OPT const cudaGraphEdgeData *dependencyData, COUNT size_t numDependencies,
    PARAMS struct cudaGraphNodeParams *nodeParams);
API(12000, AS(rt_any_node) TELLS FX(graph_any_node) LOOK(any_node) UNTIL(12999) NODE(any) FLOW(graph_change)) cudaError_t cudaGraphAddNode_abi12(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies, PARAMS struct cudaGraphNodeParams *nodeParams);
API(12000, AS(rt_any_node) TELLS FX(graph_any_node) LOOK(any_node) UNTIL(12999) NODE(any) FLOW(graph_change)) cudaError_t cudaGraphAddNode_v2(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, PARAMS OPT const cudaGraphEdgeData *dependencyData, COUNT size_t numDependencies,
    PARAMS struct cudaGraphNodeParams *nodeParams);
API(10000, NODE(graph)) cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, GET(graph) cudaGraph_t *pGraph);
API(10000, FX(graph_clone)) cudaError_t cudaGraphClone(NEW(graph) cudaGraph_t *pGraphClone, cudaGraph_t originalGraph);
API(12030) cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out, cudaGraph_t graph, unsigned int defaultLaunchValue,
    FLAGS(CUgraphCondFlags) unsigned int flags);
API(10000) cudaError_t cudaGraphCreate(NEW(graph) cudaGraph_t *pGraph, FLAGS(none) unsigned int flags);
API(11030) cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, PATH const char *path, FLAGS(cudaGraphDebugDotFlags) unsigned int flags);
API(10000, FX(graph_destroy) FLOW(graph_destroy)) cudaError_t cudaGraphDestroy(DEL(graph) cudaGraph_t graph);
API(10000, FLOW(graph_change)) cudaError_t cudaGraphDestroyNode(DEL(graph_node) cudaGraphNode_t node);
API(11010, NODE(record)) cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, GET(event) cudaEvent_t *event_out);
API(11010, FX(graph_event_node) NODE(record)) cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
API(11010, NODE(wait)) cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, GET(event) cudaEvent_t *event_out);
API(11010, FX(graph_event_node) NODE(wait)) cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
API(11010, FX(graph_child_node) NODE(graph) FLOW(graph_change)) cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, cudaGraph_t childGraph);
API(10000, FX(graph_destroy) FLOW(graph_destroy)) cudaError_t cudaGraphExecDestroy(DEL(graph_exec) cudaGraphExec_t graphExec);
API(11010, FX(graph_event_node) NODE(record)) cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event);
API(11010, FX(graph_event_node) NODE(wait)) cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event);
API(12000) cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags);
API(10020, FX(graph_host_node) NODE(host) FLOW(graph_change)) cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    PARAMS const struct cudaHostNodeParams *pNodeParams);
API(10010, TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    PARAMS const struct cudaKernelNodeParams *pNodeParams);
API(10020, AS(rt_memcpy3d) FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    PARAMS const struct cudaMemcpy3DParms *pNodeParams);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change) OP(set_exec_copy_node)) cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, WR(KIND, count) void *dst, RD(KIND, count) const void *src,
    SIZE size_t count, enum cudaMemcpyKind kind);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, WR(KIND, count) void *dst,
    SYM() const void *symbol, SIZE size_t count, OFFSET size_t offset, enum cudaMemcpyKind kind);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, SYM() const void *symbol,
    RD(KIND, count) const void *src, SIZE size_t count, OFFSET size_t offset, enum cudaMemcpyKind kind);
API(10020, AS(memset_node) FX(graph_node) NODE(memset) FLOW(graph_change)) cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    PARAMS const struct cudaMemsetParams *pNodeParams);
API(12020, AS(rt_any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node, PARAMS struct cudaGraphNodeParams *nodeParams);
API(10020, FX(graph_update) FLOW(graph_update)) cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, OUT cudaGraphExecUpdateResultInfo *resultInfo);
API(10020, FX(graph_update) UNTIL(11999) FLOW(graph_update)) cudaError_t cudaGraphExecUpdate_abi11(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
    OUT OPT cudaGraphNode_t *hErrorNode_out, OUT enum cudaGraphExecUpdateResult *updateResult_out);
API(10000, OP(get_edges)) cudaError_t cudaGraphGetEdges(cudaGraph_t graph, GET(graph_node, numEdges) OPT cudaGraphNode_t *from, GET(graph_node, numEdges) OPT cudaGraphNode_t *to,
    OUT OPT cudaGraphEdgeData *edgeData, INOUT size_t *numEdges);
API(10000, UNTIL(12999) OP(get_edges)) cudaError_t cudaGraphGetEdges_abi12(cudaGraph_t graph, GET(graph_node, numEdges) OPT cudaGraphNode_t *from, GET(graph_node, numEdges) OPT cudaGraphNode_t *to,
    INOUT size_t *numEdges);
API(12000, UNTIL(12999) OP(get_edges)) cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, GET(graph_node, numEdges) OPT cudaGraphNode_t *from, GET(graph_node, numEdges) OPT cudaGraphNode_t *to,
    OUT OPT cudaGraphEdgeData *edgeData, INOUT size_t *numEdges);
API(10000) cudaError_t cudaGraphGetNodes(cudaGraph_t graph, GET(graph_node, numNodes) OPT cudaGraphNode_t *nodes, INOUT size_t *numNodes);
API(10000) cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, GET(graph_node, pNumRootNodes) OPT cudaGraphNode_t *pRootNodes, INOUT size_t *pNumRootNodes);
API(10000, NODE(host)) cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *pNodeParams);
API(10000, FX(graph_host_node) NODE(host) FLOW(graph_change)) cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, PARAMS const struct cudaHostNodeParams *pNodeParams);
API(10000, FX(graph_instantiate) FLOW(instantiate)) cudaError_t cudaGraphInstantiate(NEW(graph_exec) cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
    FLAGS(cudaGraphInstantiateFlags) unsigned long long flags);
API(10000, FX(graph_instantiate) UNTIL(11999) FLOW(instantiate)) cudaError_t cudaGraphInstantiate_abi11(NEW(graph_exec) cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
    OUT OPT cudaGraphNode_t *pErrorNode, OUT OPT char *pLogBuffer, size_t bufferSize);
API(11040, FX(graph_instantiate) FLOW(instantiate)) cudaError_t cudaGraphInstantiateWithFlags(NEW(graph_exec) cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
    FLAGS(cudaGraphInstantiateFlags) unsigned long long flags);
API(12000, FX(graph_instantiate) PTSZ FLOW(instantiate)) cudaError_t cudaGraphInstantiateWithParams(NEW(graph_exec) cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
    INOUT cudaGraphInstantiateParams *instantiateParams);
API(11000, NODE(kernel)) cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc);
API(11000, NODE(kernel)) cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value_out);
API(10000, NODE(kernel)) cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *pNodeParams);
API(11000, NODE(kernel) FLOW(graph_change) OP(set_kernel_node_attribute)) cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
    PARAMS const cudaLaunchAttributeValue *value);
API(10000, TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, PARAMS const struct cudaKernelNodeParams *pNodeParams);
API(10000, ASYNC FX(graph_launch) PTSZ FLOW(graph_launch)) cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, STREAM cudaStream_t stream);
API(11040, NODE(alloc)) cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params_out);
API(11040, NODE(free)) cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out);
API(10000, NODE(memcpy)) cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *pNodeParams);
API(10000, AS(rt_memcpy3d) FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, PARAMS const struct cudaMemcpy3DParms *pNodeParams);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, WR(KIND, count) void *dst, RD(KIND, count) const void *src, SIZE size_t count,
    enum cudaMemcpyKind kind);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, WR(KIND, count) void *dst, SYM() const void *symbol, SIZE size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind);
API(11010, FX(graph_node) NODE(memcpy) FLOW(graph_change)) cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, SYM() const void *symbol, RD(KIND, count) const void *src, SIZE size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind);
API(10000, NODE(memset)) cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *pNodeParams);
API(10000, AS(memset_node) FX(graph_node) NODE(memset) FLOW(graph_change)) cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, PARAMS const struct cudaMemsetParams *pNodeParams);
API(10000, OP(find_in_clone)) cudaError_t cudaGraphNodeFindInClone(GET(graph_node) cudaGraphNode_t *pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph);
API(10000) cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, GET(graph_node, pNumDependencies) OPT cudaGraphNode_t *pDependencies,
    OUT OPT cudaGraphEdgeData *edgeData, INOUT size_t *pNumDependencies);
API(10000, UNTIL(12999)) cudaError_t cudaGraphNodeGetDependencies_abi12(cudaGraphNode_t node, GET(graph_node, pNumDependencies) OPT cudaGraphNode_t *pDependencies,
    INOUT size_t *pNumDependencies);
API(12000, UNTIL(12999)) cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, GET(graph_node, pNumDependencies) OPT cudaGraphNode_t *pDependencies,
    OUT OPT cudaGraphEdgeData *edgeData, INOUT size_t *pNumDependencies);
API(10000) cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, GET(graph_node, pNumDependentNodes) OPT cudaGraphNode_t *pDependentNodes,
    OUT OPT cudaGraphEdgeData *edgeData, INOUT size_t *pNumDependentNodes);
API(10000, UNTIL(12999)) cudaError_t cudaGraphNodeGetDependentNodes_abi12(cudaGraphNode_t node, GET(graph_node, pNumDependentNodes) OPT cudaGraphNode_t *pDependentNodes,
    INOUT size_t *pNumDependentNodes);
API(12000, UNTIL(12999)) cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, GET(graph_node, pNumDependentNodes) OPT cudaGraphNode_t *pDependentNodes,
    OUT OPT cudaGraphEdgeData *edgeData, INOUT size_t *pNumDependentNodes);
API(11060, NODE(kernel, memcpy, memset)) cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int *isEnabled);
API(10000) cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType);
API(11060, NODE(kernel, memcpy, memset) FLOW(graph_change)) cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled);
API(12020, AS(rt_any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, PARAMS struct cudaGraphNodeParams *nodeParams);
API(11030, OP(take_user_object)) cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, UNIT(1) unsigned int count);
API(10000, FLOW(graph_change)) cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *from, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *to,
    PARAMS OPT const cudaGraphEdgeData *edgeData, COUNT size_t numDependencies);
API(10000, UNTIL(12999) FLOW(graph_change)) cudaError_t cudaGraphRemoveDependencies_abi12(cudaGraph_t graph, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *from,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *to, COUNT size_t numDependencies);
API(12000, UNTIL(12999) FLOW(graph_change)) cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *from,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *to, PARAMS OPT const cudaGraphEdgeData *edgeData, COUNT size_t numDependencies);
API(11030, OP(give_user_object) FX(user_give)) cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, UNIT(1) unsigned int count, FLAGS(cudaUserObjectRetainFlags) unsigned int flags);
API(10000, ASYNC PTSZ) cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, STREAM cudaStream_t stream);
API(11030, FX(user_create) OP(create_user_object)) cudaError_t cudaUserObjectCreate(NEW(user_object) cudaUserObject_t *object_out, USER void *ptr, CB cudaHostFn_t destroy,
    UNIT(1) unsigned int initialRefcount, FLAGS(cudaUserObjectFlags, cudaUserObjectNoDestructorSync) unsigned int flags);
API(11030, OP(release_user_object) FX(user_release)) cudaError_t cudaUserObjectRelease(cudaUserObject_t object, UNIT(1) unsigned int count);
API(11030, FX(user_retain) OP(retain_user_object)) cudaError_t cudaUserObjectRetain(cudaUserObject_t object, UNIT(1) unsigned int count);
