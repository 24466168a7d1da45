/* Runtime API: streams, host functions, capture and memory operations.  Form of a row: api/roles.h. */
API(10000, ASYNC PTSZ FX(host_function) FLOW(host_function)) cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, USER void *userData);
API(5000, ASYNC PTSZ FX(host_function) FLOW(host_function)) cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, USER void *userData,
    FLAGS(none) unsigned int flags);
API(10000, FX(capture_begin) PTSZ FLOW(capture_begin)) cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
API(12030, FX(capture_begin) PTSZ FLOW(capture_begin)) cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
    LIST(graph_node, numDependencies) OPT const cudaGraphNode_t *dependencies, PARAMS OPT const cudaGraphEdgeData *dependencyData, COUNT size_t numDependencies,
    enum cudaStreamCaptureMode mode);
API(11000, PTSZ) cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);
API(3020) cudaError_t cudaStreamCreate(NEW(stream) cudaStream_t *pStream);
API(5000) cudaError_t cudaStreamCreateWithFlags(NEW(stream) cudaStream_t *pStream, FLAGS(cudaStreamFlags) unsigned int flags);
API(5050) cudaError_t cudaStreamCreateWithPriority(NEW(stream) cudaStream_t *pStream, FLAGS(cudaStreamFlags) unsigned int flags, int priority);
API(3020) cudaError_t cudaStreamDestroy(DEL(stream) cudaStream_t stream);
API(10000, FX(capture_end) PTSZ FLOW(capture_end)) cudaError_t cudaStreamEndCapture(cudaStream_t stream, NEW(graph) cudaGraph_t *pGraph);
API(11000, PTSZ) cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value_out);
API(10010, PTSZ) cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
    OUT OPT unsigned long long *id_out, GET(graph) OPT cudaGraph_t *graph_out, OUT OPT const cudaGraphNode_t **dependencies_out,
    OUT OPT const cudaGraphEdgeData **edgeData_out, OUT OPT size_t *numDependencies_out);
API(10010, PTSZ UNTIL(12999)) cudaError_t cudaStreamGetCaptureInfo_abi12(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
    OUT OPT unsigned long long *id_out);
API(11030, PTSZ UNTIL(12999)) cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
    OUT OPT unsigned long long *id_out, GET(graph) OPT cudaGraph_t *graph_out, OUT OPT const cudaGraphNode_t **dependencies_out,
    OUT OPT size_t *numDependencies_out);
API(12000, PTSZ UNTIL(12999)) cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
    OUT OPT unsigned long long *id_out, GET(graph) OPT cudaGraph_t *graph_out, OUT OPT const cudaGraphNode_t **dependencies_out,
    OUT OPT const cudaGraphEdgeData **edgeData_out, OUT OPT size_t *numDependencies_out);
API(12080, PTSZ) cudaError_t cudaStreamGetDevice(cudaStream_t hStream, OUT int *device);
API(5050, PTSZ) cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags);
API(12000, PTSZ) cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId);
API(5050, PTSZ) cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority);
API(10000, PTSZ) cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus);
API(3020, QUERY PTSZ) cudaError_t cudaStreamQuery(ASK(stream) cudaStream_t stream);
API(11000, PTSZ OP(set_stream_attribute)) cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr, PARAMS const cudaLaunchAttributeValue *value);
API(3020, SYNC(stream) PTSZ) cudaError_t cudaStreamSynchronize(STREAM cudaStream_t stream);
API(11030, PTSZ FLOW(capture_edges)) cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, LIST(graph_node, numDependencies) OPT cudaGraphNode_t *dependencies,
    PARAMS OPT const cudaGraphEdgeData *dependencyData, COUNT size_t numDependencies, FLAGS(cudaStreamUpdateCaptureDependenciesFlags) unsigned int flags);
API(11030, PTSZ UNTIL(12999) FLOW(capture_edges)) cudaError_t cudaStreamUpdateCaptureDependencies_abi12(cudaStream_t stream, LIST(graph_node, numDependencies) OPT cudaGraphNode_t *dependencies,
    COUNT size_t numDependencies, FLAGS(cudaStreamUpdateCaptureDependenciesFlags) unsigned int flags);
API(12000, PTSZ UNTIL(12999) FLOW(capture_edges)) cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, LIST(graph_node, numDependencies) OPT cudaGraphNode_t *dependencies,
    PARAMS OPT const cudaGraphEdgeData *dependencyData, COUNT size_t numDependencies, FLAGS(cudaStreamUpdateCaptureDependenciesFlags) unsigned int flags);
API(3020, ASYNC PTSZ) cudaError_t cudaStreamWaitEvent(STREAM cudaStream_t stream, WAIT(event) cudaEvent_t event,
    FLAGS(cudaEventWaitFlags) unsigned int flags);
API(10010) cudaError_t cudaThreadExchangeStreamCaptureMode(INOUT enum cudaStreamCaptureMode *mode);
