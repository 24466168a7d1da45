/* Driver API: external memory and semaphores.  Form of a row: api/roles.h. */
API(10000) CUresult cuDestroyExternalMemory(DEL(external_memory) CUexternalMemory extMem);
API(10000) CUresult cuDestroyExternalSemaphore(DEL(external_semaphore) CUexternalSemaphore extSem);
API(10000, FX(external_buffer) RIGHTS) CUresult cuExternalMemoryGetMappedBuffer(NEWMEM(device_memory) CUdeviceptr *devPtr, CUexternalMemory extMem,
    PARAMS const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
API(10000) CUresult cuExternalMemoryGetMappedMipmappedArray(NEW(mipmapped_array) CUmipmappedArray *mipmap, CUexternalMemory extMem,
    PARAMS const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
API(11020, NOCTX NODE(signal_semaphore) FLOW(graph_change)) CUresult cuGraphAddExternalSemaphoresSignalNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
API(11020, NOCTX NODE(wait_semaphore) FLOW(graph_change)) CUresult cuGraphAddExternalSemaphoresWaitNode(NEW(graph_node) CUgraphNode *phGraphNode, CUgraph hGraph,
    LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies, COUNT size_t numDependencies, PARAMS const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
API(11020, NOCTX NODE(signal_semaphore) FLOW(graph_change)) CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
    PARAMS const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
API(11020, NOCTX NODE(wait_semaphore) FLOW(graph_change)) CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
    PARAMS const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
API(11020, NOCTX NODE(signal_semaphore)) CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out);
API(11020, NOCTX NODE(signal_semaphore) FLOW(graph_change)) CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
API(11020, NOCTX NODE(wait_semaphore)) CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out);
API(11020, NOCTX NODE(wait_semaphore) FLOW(graph_change)) CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, PARAMS const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
API(10000, OP(import_external_memory)) CUresult cuImportExternalMemory(NEW(external_memory) CUexternalMemory *extMem_out,
    PARAMS const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
API(10000, OP(import_external_semaphore)) CUresult cuImportExternalSemaphore(NEW(external_semaphore) CUexternalSemaphore *extSem_out,
    PARAMS const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
API(10000, ASYNC PTSZ FLOW(tell)) CUresult cuSignalExternalSemaphoresAsync(LIST(external_semaphore, numExtSems) const CUexternalSemaphore *extSemArray,
    PARAMS const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, COUNT unsigned int numExtSems, STREAM CUstream stream);
API(10000, ASYNC PTSZ FLOW(tell)) CUresult cuWaitExternalSemaphoresAsync(LIST(external_semaphore, numExtSems) const CUexternalSemaphore *extSemArray,
    PARAMS const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, COUNT unsigned int numExtSems, STREAM CUstream stream);
