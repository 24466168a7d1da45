/* Driver API: streams, host functions, capture and memory operations.  Form of a row: api/roles.h. */
API(10000, ASYNC PTSZ FX(host_function) FLOW(host_function)) CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, USER void *userData);
API(5000, ASYNC PTSZ FX(host_function) FLOW(host_function)) CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, USER void *userData, FLAGS(none) unsigned int flags);
API(8000, ASYNC AS(batch_mem_op) PTSZ FLOW(tell)) CUresult cuStreamBatchMemOp(CUstream stream, COUNT unsigned int count,
    PARAMS(count) CUstreamBatchMemOpParams *paramArray, FLAGS(none) unsigned int flags);
API(11070, ASYNC AS(batch_mem_op) PTSZ FLOW(tell)) CUresult cuStreamBatchMemOp_v2(CUstream stream, COUNT unsigned int count,
    PARAMS(count) CUstreamBatchMemOpParams *paramArray, FLAGS(none) unsigned int flags);
API(10000, FX(capture_begin) PTSZ FLOW(capture_begin)) CUresult cuStreamBeginCapture(CUstream hStream);
API(10010, FX(capture_begin) PTSZ FLOW(capture_begin)) CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode);
API(12030, FX(capture_begin) PTSZ FLOW(capture_begin)) CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, LIST(graph_node, numDependencies) OPT const CUgraphNode *dependencies,
    PARAMS OPT const CUgraphEdgeData *dependencyData, COUNT size_t numDependencies, CUstreamCaptureMode mode);
API(11000, PTSZ) CUresult cuStreamCopyAttributes(CUstream dst, CUstream src);
API(2000) CUresult cuStreamCreate(NEW(stream) CUstream *phStream, FLAGS(CUstream_flags) unsigned int Flags);
API(5050) CUresult cuStreamCreateWithPriority(NEW(stream) CUstream *phStream, FLAGS(CUstream_flags) unsigned int flags, int priority);
API(2000) CUresult cuStreamDestroy(DEL(stream) CUstream hStream);
API(4000) CUresult cuStreamDestroy_v2(DEL(stream) CUstream hStream);
API(10000, FX(capture_end) PTSZ FLOW(capture_end)) CUresult cuStreamEndCapture(CUstream hStream, NEW(graph) CUgraph *phGraph);
API(11000, PTSZ) CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out);
API(10010, PTSZ) CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, OUT OPT cuuint64_t *id_out);
API(11030, PTSZ) CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, OUT OPT cuuint64_t *id_out,
    GET(graph) OPT CUgraph *graph_out, OUT OPT const CUgraphNode **dependencies_out, OUT OPT size_t *numDependencies_out);
API(12030, PTSZ) CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, OUT OPT cuuint64_t *id_out,
    GET(graph) OPT CUgraph *graph_out, OUT OPT const CUgraphNode **dependencies_out, OUT OPT const CUgraphEdgeData **edgeData_out,
    OUT OPT size_t *numDependencies_out);
API(9020, PTSZ) CUresult cuStreamGetCtx(CUstream hStream, GET(context) CUcontext *pctx);
API(12050, PTSZ) CUresult cuStreamGetCtx_v2(CUstream hStream, GET(context) CUcontext *pCtx, GET(green_context) CUgreenCtx *pGreenCtx);
API(12080, PTSZ) CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device);
API(5050, PTSZ) CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags);
API(12040) CUresult cuStreamGetGreenCtx(CUstream hStream, GET(green_context) CUgreenCtx *phCtx);
API(12000, PTSZ) CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId);
API(5050, PTSZ) CUresult cuStreamGetPriority(CUstream hStream, int *priority);
API(10000, PTSZ) CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus);
API(2000, QUERY PTSZ) CUresult cuStreamQuery(ASK(stream) CUstream hStream);
API(11000, PTSZ OP(set_stream_attribute)) CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, PARAMS const CUstreamAttrValue *value);
API(2000, SYNC(stream) PTSZ) CUresult cuStreamSynchronize(STREAM CUstream hStream);
API(11030, PTSZ FLOW(capture_edges)) CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, LIST(graph_node, numDependencies) OPT CUgraphNode *dependencies, COUNT size_t numDependencies,
    FLAGS(CUstreamUpdateCaptureDependencies_flags) unsigned int flags);
API(12030, PTSZ FLOW(capture_edges)) CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, LIST(graph_node, numDependencies) OPT CUgraphNode *dependencies,
    PARAMS OPT const CUgraphEdgeData *dependencyData, COUNT size_t numDependencies, FLAGS(CUstreamUpdateCaptureDependencies_flags) unsigned int flags);
API(3020, ASYNC PTSZ) CUresult cuStreamWaitEvent(STREAM CUstream hStream, WAIT(event) CUevent hEvent, FLAGS(CUevent_wait_flags) unsigned int Flags);
API(8000, ASYNC PTSZ FLOW(wait_value)) CUresult cuStreamWaitValue32(CUstream stream, RD(DEV) CUdeviceptr addr, cuuint32_t value,
    FLAGS(CUstreamWaitValue_flags) unsigned int flags);
API(11070, ASYNC PTSZ FLOW(wait_value)) CUresult cuStreamWaitValue32_v2(CUstream stream, RD(DEV) CUdeviceptr addr, cuuint32_t value,
    FLAGS(CUstreamWaitValue_flags) unsigned int flags);
API(9000, ASYNC PTSZ FLOW(wait_value)) CUresult cuStreamWaitValue64(CUstream stream, RD(DEV) CUdeviceptr addr, cuuint64_t value,
    FLAGS(CUstreamWaitValue_flags) unsigned int flags);
API(11070, ASYNC PTSZ FLOW(wait_value)) CUresult cuStreamWaitValue64_v2(CUstream stream, RD(DEV) CUdeviceptr addr, cuuint64_t value,
    FLAGS(CUstreamWaitValue_flags) unsigned int flags);
API(8000, ASYNC PTSZ FLOW(write_value)) CUresult cuStreamWriteValue32(CUstream stream, WR(DEV) CUdeviceptr addr, cuuint32_t value,
    FLAGS(CUstreamWriteValue_flags) unsigned int flags);
API(11070, ASYNC PTSZ FLOW(write_value)) CUresult cuStreamWriteValue32_v2(CUstream stream, WR(DEV) CUdeviceptr addr, cuuint32_t value,
    FLAGS(none) unsigned int flags);
API(9000, ASYNC PTSZ FLOW(write_value)) CUresult cuStreamWriteValue64(CUstream stream, WR(DEV) CUdeviceptr addr, cuuint64_t value,
    FLAGS(CUstreamWriteValue_flags) unsigned int flags);
API(11070, ASYNC PTSZ FLOW(write_value)) CUresult cuStreamWriteValue64_v2(CUstream stream, WR(DEV) CUdeviceptr addr, cuuint64_t value,
    FLAGS(none) unsigned int flags);
API(10010, INIT NOCTX) CUresult cuThreadExchangeStreamCaptureMode(INOUT CUstreamCaptureMode *mode);
