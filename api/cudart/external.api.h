/* Runtime API: external memory and semaphores.  Form of a row: api/roles.h. */
API(10000) cudaError_t cudaDestroyExternalMemory(DEL(external_memory) cudaExternalMemory_t extMem);
API(10000) cudaError_t cudaDestroyExternalSemaphore(DEL(external_semaphore) cudaExternalSemaphore_t extSem);
API(10000, FX(external_buffer) RIGHTS) cudaError_t cudaExternalMemoryGetMappedBuffer(NEWMEM(device_memory) void **devPtr, cudaExternalMemory_t extMem,
    PARAMS const struct cudaExternalMemoryBufferDesc *bufferDesc);
API(10000) cudaError_t cudaExternalMemoryGetMappedMipmappedArray(NEW(mipmapped_array) cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    PARAMS const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc);
API(11020, NODE(signal_semaphore) FLOW(graph_change)) cudaError_t cudaGraphAddExternalSemaphoresSignalNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies,
    PARAMS const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
API(11020, NODE(wait_semaphore) FLOW(graph_change)) cudaError_t cudaGraphAddExternalSemaphoresWaitNode(NEW(graph_node) cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *pDependencies, COUNT size_t numDependencies,
    PARAMS const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
API(11020, NODE(signal_semaphore) FLOW(graph_change)) cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    PARAMS const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
API(11020, NODE(wait_semaphore) FLOW(graph_change)) cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    PARAMS const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
API(11020, NODE(signal_semaphore)) cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t hNode,
    struct cudaExternalSemaphoreSignalNodeParams *params_out);
API(11020, NODE(signal_semaphore) FLOW(graph_change)) cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(cudaGraphNode_t hNode,
    PARAMS const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
API(11020, NODE(wait_semaphore)) cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t hNode, struct cudaExternalSemaphoreWaitNodeParams *params_out);
API(11020, NODE(wait_semaphore) FLOW(graph_change)) cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(cudaGraphNode_t hNode,
    PARAMS const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
API(10000, OP(import_external_memory)) cudaError_t cudaImportExternalMemory(NEW(external_memory) cudaExternalMemory_t *extMem_out,
    PARAMS const struct cudaExternalMemoryHandleDesc *memHandleDesc);
API(10000, OP(import_external_semaphore)) cudaError_t cudaImportExternalSemaphore(NEW(external_semaphore) cudaExternalSemaphore_t *extSem_out,
    PARAMS const struct cudaExternalSemaphoreHandleDesc *semHandleDesc);
API(10000, ASYNC PTSZ FLOW(tell)) cudaError_t cudaSignalExternalSemaphoresAsync(LIST(external_semaphore, numExtSems) const cudaExternalSemaphore_t *extSemArray,
    PARAMS const struct cudaExternalSemaphoreSignalParams *paramsArray, COUNT unsigned int numExtSems, cudaStream_t stream);
API(10000, ASYNC PTSZ UNTIL(12999) FLOW(tell)) cudaError_t cudaSignalExternalSemaphoresAsync_abi12(LIST(external_semaphore, numExtSems) const cudaExternalSemaphore_t *extSemArray,
    PARAMS const struct cudaExternalSemaphoreSignalParams_v1 *paramsArray, COUNT unsigned int numExtSems, cudaStream_t stream);
API(12000, ASYNC PTSZ UNTIL(12999) FLOW(tell)) cudaError_t cudaSignalExternalSemaphoresAsync_v2(LIST(external_semaphore, numExtSems) const cudaExternalSemaphore_t *extSemArray,
    PARAMS const struct cudaExternalSemaphoreSignalParams *paramsArray, COUNT unsigned int numExtSems, cudaStream_t stream);
API(10000, ASYNC PTSZ FLOW(tell)) cudaError_t cudaWaitExternalSemaphoresAsync(LIST(external_semaphore, numExtSems) const cudaExternalSemaphore_t *extSemArray,
    PARAMS const struct cudaExternalSemaphoreWaitParams *paramsArray, COUNT unsigned int numExtSems, cudaStream_t stream);
API(10000, ASYNC PTSZ UNTIL(12999) FLOW(tell)) cudaError_t cudaWaitExternalSemaphoresAsync_abi12(LIST(external_semaphore, numExtSems) const cudaExternalSemaphore_t *extSemArray,
    PARAMS const struct cudaExternalSemaphoreWaitParams_v1 *paramsArray, COUNT unsigned int numExtSems, cudaStream_t stream);
API(12000, ASYNC PTSZ UNTIL(12999) FLOW(tell)) cudaError_t cudaWaitExternalSemaphoresAsync_v2(LIST(external_semaphore, numExtSems) const cudaExternalSemaphore_t *extSemArray,
    PARAMS const struct cudaExternalSemaphoreWaitParams *paramsArray, COUNT unsigned int numExtSems, cudaStream_t stream);
