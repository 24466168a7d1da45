/* Driver API: graphs, executable graphs and user objects.  Form of a row: api/roles.h. */
API(11070, NOCTX NODE(batch) FLOW(graph_change) OP(add_batch_node)) CUresult cuGraphAddBatchMemOpNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
API(10000, NOCTX TELLS FX(graph_child_node) NODE(graph) FLOW(graph_change)) CUresult cuGraphAddChildGraphNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, CUgraph childGraph);
API(10000, NOCTX FX(graph_edges) FLOW(graph_edges)) CUresult cuGraphAddDependencies(CUgraph hGraph, LIST(graph_node, numDependencies) OPT const CUgraphNode *from, LIST(graph_node, numDependencies) OPT const CUgraphNode *to,
    COUNT size_t numDependencies);
API(12030, NOCTX FX(graph_edges) FLOW(graph_edges)) CUresult cuGraphAddDependencies_v2(CUgraph hGraph, LIST(graph_node, numDependencies) OPT const CUgraphNode *from, LIST(graph_node, numDependencies) OPT const CUgraphNode *to,
    PARAMS OPT const CUgraphEdgeData *edgeData, COUNT size_t numDependencies);
API(10000, NOCTX NODE(empty) FLOW(graph_change)) CUresult cuGraphAddEmptyNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph, LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies,
    COUNT size_t numDependencies);
API(11010, NOCTX FX(graph_event_node) NODE(record)) CUresult cuGraphAddEventRecordNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, CUevent event);
API(11010, NOCTX FX(graph_event_node) NODE(wait)) CUresult cuGraphAddEventWaitNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, CUevent event);
API(10000, NOCTX FX(graph_host_node) NODE(host) FLOW(graph_change)) CUresult cuGraphAddHostNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_HOST_NODE_PARAMS *nodeParams);
API(10000, NOCTX TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) CUresult cuGraphAddKernelNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
API(12000, NOCTX TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) CUresult cuGraphAddKernelNode_v2(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_KERNEL_NODE_PARAMS *nodeParams);
API(11040, NOCTX FX(graph_alloc_node) NODE(alloc) FLOW(graph_change)) CUresult cuGraphAddMemAllocNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, INOUT CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams);
API(11040, NOCTX FX(graph_free_node) NODE(free) FLOW(graph_change)) CUresult cuGraphAddMemFreeNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PTR CUdeviceptr dptr);
API(10000, NOCTX AS(memcpy3d) FX(graph_node) NODE(memcpy) FLOW(graph_change)) CUresult cuGraphAddMemcpyNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_MEMCPY3D *copyParams, USE(context) OPT CUcontext ctx);
API(10000, NOCTX AS(memset_node) FX(graph_node) NODE(memset) FLOW(graph_change)) CUresult cuGraphAddMemsetNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_MEMSET_NODE_PARAMS *memsetParams,
    USE(context) OPT CUcontext ctx);
API(12020, NOCTX AS(any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) CUresult cuGraphAddNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS CUgraphNodeParams *nodeParams);
API(12030, NOCTX AS(any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) CUresult cuGraphAddNode_v2(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, PARAMS OPT const CUgraphEdgeData *dependencyData, COUNT size_t numDependencies,
    PARAMS CUgraphNodeParams *nodeParams);
API(11070, NOCTX NODE(batch)) CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out);
API(11070, NOCTX NODE(batch) FLOW(graph_change)) CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
API(10000, NOCTX NODE(graph)) CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, GET(graph) CUgraph *phGraph);
API(10000, NOCTX FX(graph_clone)) CUresult cuGraphClone(NEW(graph) CUgraph *phGraphClone, CUgraph originalGraph);
API(12030, NOCTX) CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph, CUcontext ctx,
    unsigned int defaultLaunchValue, FLAGS(CUgraphCondFlags) unsigned int flags);
API(10000, NOCTX) CUresult cuGraphCreate(NEW(graph) CUgraph *phGraph, FLAGS(none) unsigned int flags);
API(11030, NOCTX) CUresult cuGraphDebugDotPrint(CUgraph hGraph, PATH const char *path, FLAGS(CUgraphDebugDot_flags) unsigned int flags);
API(10000, NOCTX FX(graph_destroy) FLOW(graph_destroy)) CUresult cuGraphDestroy(DEL(graph) CUgraph hGraph);
API(10000, NOCTX FLOW(graph_change)) CUresult cuGraphDestroyNode(DEL(graph_node) CUgraphNode hNode);
API(11010, NOCTX NODE(record)) CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, GET(event) CUevent *event_out);
API(11010, NOCTX FX(graph_event_node) NODE(record)) CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event);
API(11010, NOCTX NODE(wait)) CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, GET(event) CUevent *event_out);
API(11010, NOCTX FX(graph_event_node) NODE(wait)) CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event);
API(11070, NOCTX NODE(batch) FLOW(graph_change)) CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
    PARAMS const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
API(11010, NOCTX FX(graph_child_node) NODE(graph) FLOW(graph_change)) CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph);
API(10000, NOCTX FX(graph_destroy) FLOW(graph_destroy)) CUresult cuGraphExecDestroy(DEL(graph_exec) CUgraphExec hGraphExec);
API(11010, NOCTX FX(graph_event_node) NODE(record)) CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event);
API(11010, NOCTX FX(graph_event_node) NODE(wait)) CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event);
API(12000, NOCTX) CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags);
API(10020, NOCTX FX(graph_host_node) NODE(host) FLOW(graph_change)) CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, PARAMS const CUDA_HOST_NODE_PARAMS *nodeParams);
API(10010, NOCTX TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
    PARAMS const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
API(12000, NOCTX TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode,
    PARAMS const CUDA_KERNEL_NODE_PARAMS *nodeParams);
API(10020, NOCTX AS(memcpy3d) FX(graph_node) NODE(memcpy) FLOW(graph_change)) CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, PARAMS const CUDA_MEMCPY3D *copyParams,
    USE(context) OPT CUcontext ctx);
API(10020, NOCTX AS(memset_node) FX(graph_node) NODE(memset) FLOW(graph_change)) CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
    PARAMS const CUDA_MEMSET_NODE_PARAMS *memsetParams, USE(context) OPT CUcontext ctx);
API(12020, NOCTX AS(any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, PARAMS CUgraphNodeParams *nodeParams);
API(10020, NOCTX FX(graph_update) FLOW(graph_update)) CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, OUT OPT CUgraphNode *hErrorNode_out,
    OUT CUgraphExecUpdateResult *updateResult_out);
API(12000, NOCTX FX(graph_update) FLOW(graph_update)) CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, OUT CUgraphExecUpdateResultInfo *resultInfo);
API(10000, NOCTX OP(get_edges)) CUresult cuGraphGetEdges(CUgraph hGraph, GET(graph_node, numEdges) OPT CUgraphNode *from, GET(graph_node, numEdges) OPT CUgraphNode *to, INOUT size_t *numEdges);
API(12030, NOCTX OP(get_edges)) CUresult cuGraphGetEdges_v2(CUgraph hGraph, GET(graph_node, numEdges) OPT CUgraphNode *from, GET(graph_node, numEdges) OPT CUgraphNode *to, OUT OPT CUgraphEdgeData *edgeData,
    INOUT size_t *numEdges);
API(10000, NOCTX) CUresult cuGraphGetNodes(CUgraph hGraph, GET(graph_node, numNodes) OPT CUgraphNode *nodes, INOUT size_t *numNodes);
API(10000, NOCTX) CUresult cuGraphGetRootNodes(CUgraph hGraph, GET(graph_node, numRootNodes) OPT CUgraphNode *rootNodes, INOUT size_t *numRootNodes);
API(10000, NOCTX NODE(host)) CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams);
API(10000, NOCTX FX(graph_host_node) NODE(host) FLOW(graph_change)) CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_HOST_NODE_PARAMS *nodeParams);
API(10000, NOCTX FX(graph_instantiate) FLOW(instantiate)) CUresult cuGraphInstantiate(NEW(graph_exec) CUgraphExec *phGraphExec, CUgraph hGraph,
    OUT OPT CUgraphNode *phErrorNode, OUT OPT char *logBuffer, size_t bufferSize);
API(11000, NOCTX FX(graph_instantiate) FLOW(instantiate)) CUresult cuGraphInstantiate_v2(NEW(graph_exec) CUgraphExec *phGraphExec, CUgraph hGraph,
    OUT OPT CUgraphNode *phErrorNode, OUT OPT char *logBuffer, size_t bufferSize);
API(11040, NOCTX FX(graph_instantiate) FLOW(instantiate)) CUresult cuGraphInstantiateWithFlags(NEW(graph_exec) CUgraphExec *phGraphExec, CUgraph hGraph,
    FLAGS(CUgraphInstantiate_flags) unsigned long long flags);
API(12000, NOCTX FX(graph_instantiate) PTSZ FLOW(instantiate)) CUresult cuGraphInstantiateWithParams(NEW(graph_exec) CUgraphExec *phGraphExec, CUgraph hGraph,
    INOUT CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams);
API(11000, NOCTX NODE(kernel)) CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src);
API(11000, NOCTX NODE(kernel)) CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out);
API(10000, NOCTX NODE(kernel)) CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
API(12000, NOCTX NODE(kernel)) CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams);
API(11000, NOCTX NODE(kernel) FLOW(graph_change) OP(set_kernel_node_attribute)) CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, PARAMS const CUkernelNodeAttrValue *value);
API(10000, NOCTX TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
API(12000, NOCTX TELLS FX(graph_kernel_node) NODE(kernel) FLOW(graph_change)) CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, PARAMS const CUDA_KERNEL_NODE_PARAMS *nodeParams);
API(10000, NOCTX ASYNC FX(graph_launch) PTSZ FLOW(graph_launch)) CUresult cuGraphLaunch(CUgraphExec hGraphExec, STREAM CUstream hStream);
API(11040, NOCTX NODE(alloc)) CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out);
API(11040, NOCTX NODE(free)) CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out);
API(10000, NOCTX NODE(memcpy)) CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams);
API(10000, NOCTX AS(memcpy3d) FX(graph_node) NODE(memcpy) FLOW(graph_change)) CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_MEMCPY3D *nodeParams);
API(10000, NOCTX NODE(memset)) CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams);
API(10000, NOCTX AS(memset_node) FX(graph_node) NODE(memset) FLOW(graph_change)) CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_MEMSET_NODE_PARAMS *nodeParams);
API(10000, NOCTX OP(find_in_clone)) CUresult cuGraphNodeFindInClone(GET(graph_node) CUgraphNode *phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph);
API(10000, NOCTX) CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, GET(graph_node, numDependencies) OPT CUgraphNode *dependencies, INOUT size_t *numDependencies);
API(12030, NOCTX) CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, GET(graph_node, numDependencies) OPT CUgraphNode *dependencies, OUT OPT CUgraphEdgeData *edgeData,
    INOUT size_t *numDependencies);
API(10000, NOCTX) CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, GET(graph_node, numDependentNodes) OPT CUgraphNode *dependentNodes, INOUT size_t *numDependentNodes);
API(12030, NOCTX) CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, GET(graph_node, numDependentNodes) OPT CUgraphNode *dependentNodes, OUT OPT CUgraphEdgeData *edgeData,
    INOUT size_t *numDependentNodes);
API(11060, NOCTX NODE(kernel, memcpy, memset)) CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled);
API(10000, NOCTX) CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type);
API(11060, NOCTX NODE(kernel, memcpy, memset) FLOW(graph_change)) CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled);
API(12020, NOCTX AS(any_node) TELLS FX(graph_any_node) LOOK(any_node) NODE(any) FLOW(graph_change)) CUresult cuGraphNodeSetParams(CUgraphNode hNode, PARAMS CUgraphNodeParams *nodeParams);
API(11030, NOCTX OP(take_user_object)) CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, UNIT(1) unsigned int count);
API(10000, NOCTX FLOW(graph_change)) CUresult cuGraphRemoveDependencies(CUgraph hGraph, LIST(graph_node, numDependencies) OPT const CUgraphNode *from, LIST(graph_node, numDependencies) OPT const CUgraphNode *to,
    COUNT size_t numDependencies);
API(12030, NOCTX FLOW(graph_change)) CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, LIST(graph_node, numDependencies) OPT const CUgraphNode *from, LIST(graph_node, numDependencies) OPT const CUgraphNode *to,
    PARAMS OPT const CUgraphEdgeData *edgeData, COUNT size_t numDependencies);
API(11030, NOCTX OP(give_user_object) FX(user_give)) CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, UNIT(1) unsigned int count,
    FLAGS(CUuserObjectRetain_flags) unsigned int flags);
API(11010, NOCTX ASYNC PTSZ) CUresult cuGraphUpload(CUgraphExec hGraphExec, STREAM CUstream hStream);
API(11030, NOCTX FX(user_create) OP(create_user_object)) CUresult cuUserObjectCreate(NEW(user_object) CUuserObject *object_out, USER void *ptr, CB CUhostFn destroy,
    UNIT(1) unsigned int initialRefcount, FLAGS(CUuserObject_flags, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) unsigned int flags);
API(11030, NOCTX OP(release_user_object) FX(user_release)) CUresult cuUserObjectRelease(CUuserObject object, UNIT(1) unsigned int count);
API(11030, NOCTX FX(user_retain) OP(retain_user_object)) CUresult cuUserObjectRetain(CUuserObject object, UNIT(1) unsigned int count);
