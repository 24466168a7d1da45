/* Streams, events and stream capture: nearly all of it is the driver's, with the runtime's
 * names. */
#include "softrt/softrt.h"

#define ATTR_ID(attribute) ((CUlaunchAttributeID)(attribute))
#define ATTR_VALUE(value) ((CUlaunchAttributeValue *)(void *)(value))

_Static_assert(sizeof(CUlaunchAttributeValue) == sizeof(cudaLaunchAttributeValue),
               "attributes are passed on as they are");

static int stream_device(cudaStream_t stream, int *device)
{
    CUcontext context = NULL, primary;
    int code;

    if (!device)
        return cudaErrorInvalidValue;
    code = (int)iq_drv.StreamGetDevice(stream, device);
    if (code != CUDA_ERROR_NOT_SUPPORTED)
        return code;
    code = (int)iq_drv.StreamGetCtx(stream, &context);
    for (int i = 0; code == 0 && i < iq_rt_device_count(); i++)
        if (iq_rt_primary(i, &primary) == 0 && primary == context) {
            *device = i;
            return 0;
        }
    return code == 0 ? iq_rt_current_device(device) : code;
}

/* Both callback types differ in the enumeration of the second argument only. */
static int add_callback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                        unsigned flags)
{
    CUstreamCallback plain;

    memcpy(&plain, &callback, sizeof plain);
    return (int)iq_drv.StreamAddCallback(stream, plain, user, flags);
}

IQ_RT_CTX(cudaStreamCreate, (cudaStream_t * out), iq_drv.StreamCreate(out, CU_STREAM_DEFAULT))
IQ_RT_CTX(cudaStreamCreateWithFlags, (cudaStream_t * out, unsigned flags),
          iq_drv.StreamCreate(out, flags))
IQ_RT_CTX(cudaStreamCreateWithPriority, (cudaStream_t * out, unsigned flags, int priority),
          iq_drv.StreamCreateWithPriority(out, flags, priority))
IQ_RT_CTX(cudaStreamDestroy, (cudaStream_t stream), iq_drv.StreamDestroy(stream))
IQ_RT_STREAM(cudaStreamGetPriority, (cudaStream_t stream, int *priority),
             iq_drv.StreamGetPriority(stream, priority))
IQ_RT_STREAM(cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags),
             iq_drv.StreamGetFlags(stream, flags))
IQ_RT_STREAM(cudaStreamGetId, (cudaStream_t stream, unsigned long long *id),
             iq_drv.StreamGetId(stream, id))
IQ_RT_STREAM(cudaStreamGetDevice, (cudaStream_t stream, int *device), stream_device(stream, device))
IQ_RT_STREAM(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
             iq_drv.StreamWaitEvent(stream, event, flags))
IQ_RT_STREAM(cudaStreamAddCallback,
             (cudaStream_t stream, cudaStreamCallback_t callback, void *user, unsigned flags),
             add_callback(stream, callback, user, flags))
IQ_RT_STREAM(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void *user),
             iq_drv.LaunchHostFunc(stream, function, user))
IQ_RT_STREAM(cudaStreamSynchronize, (cudaStream_t stream), iq_drv.StreamSynchronize(stream))
IQ_RT_STREAM(cudaStreamQuery, (cudaStream_t stream), iq_drv.StreamQuery(stream))
IQ_RT_STREAM(cudaStreamAttachMemAsync,
             (cudaStream_t stream, void *pointer, size_t length, unsigned flags),
             iq_drv.StreamAttachMemAsync(stream, iq_dptr(pointer), length, flags))
IQ_RT_STREAM(cudaStreamGetAttribute,
             (cudaStream_t stream, cudaLaunchAttributeID attribute,
              cudaLaunchAttributeValue *value),
             iq_drv.StreamGetAttribute(stream, ATTR_ID(attribute), ATTR_VALUE(value)))
IQ_RT_STREAM(cudaStreamSetAttribute,
             (cudaStream_t stream, cudaLaunchAttributeID attribute,
              const cudaLaunchAttributeValue *value),
             iq_drv.StreamSetAttribute(stream, ATTR_ID(attribute),
                                       (const CUlaunchAttributeValue *)(const void *)value))
IQ_RT_CTX(cudaStreamCopyAttributes, (cudaStream_t dst, cudaStream_t src),
          iq_drv.StreamCopyAttributes(dst, src))
IQ_RT_CTX(cudaStreamCopyAttributes_ptsz, (cudaStream_t dst, cudaStream_t src),
          iq_drv.StreamCopyAttributes(iq_rt_own_stream(dst), iq_rt_own_stream(src)))

IQ_RT_STREAM(cudaStreamBeginCapture, (cudaStream_t stream, enum cudaStreamCaptureMode mode),
             iq_drv.StreamBeginCapture(stream, (CUstreamCaptureMode)mode))
IQ_RT_STREAM(cudaStreamBeginCaptureToGraph,
             (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *nodes,
              const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode),
             iq_drv.StreamBeginCaptureToGraph(stream, graph, nodes, (const CUgraphEdgeData *)data,
                                              count, (CUstreamCaptureMode)mode))
IQ_RT_STREAM(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *out),
             iq_drv.StreamEndCapture(stream, out))
IQ_RT_STREAM(cudaStreamIsCapturing, (cudaStream_t stream, enum cudaStreamCaptureStatus *status),
             iq_drv.StreamIsCapturing(stream, (CUstreamCaptureStatus *)(void *)status))
IQ_RT_CTX(cudaThreadExchangeStreamCaptureMode, (enum cudaStreamCaptureMode * mode),
          iq_drv.ThreadExchangeStreamCaptureMode((CUstreamCaptureMode *)(void *)mode))

struct capture {
    enum cudaStreamCaptureStatus *status;
    unsigned long long *id;
    cudaGraph_t *graph;
    const cudaGraphNode_t **nodes;
    const cudaGraphEdgeData **data;
    size_t *count;
};

static int capture_info(cudaStream_t stream, struct capture c)
{
    return (int)iq_drv.StreamGetCaptureInfo(stream, (CUstreamCaptureStatus *)(void *)c.status,
                                            (cuuint64_t *)(void *)c.id, c.graph, c.nodes,
                                            (const CUgraphEdgeData **)(void *)c.data, c.count);
}

/* Three parameters until 12, seven since 13. */
static int capture_info_by_version(cudaStream_t stream, struct capture c)
{
    if (iq_rt_version() < 13000)
        c = (struct capture){ c.status, c.id, NULL, NULL, NULL, NULL };
    return capture_info(stream, c);
}

#define INFO_PARAMS                                                                      \
    (cudaStream_t stream, enum cudaStreamCaptureStatus * status, unsigned long long *id, \
     cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **data,  \
     size_t *count)
#define INFO ((struct capture){ status, id, graph, nodes, data, count })
#define INFO_V2_PARAMS                                                                   \
    (cudaStream_t stream, enum cudaStreamCaptureStatus * status, unsigned long long *id, \
     cudaGraph_t *graph, const cudaGraphNode_t **nodes, size_t *count)
#define INFO_V2 ((struct capture){ status, id, graph, nodes, NULL, count })
IQ_RT_STREAM(cudaStreamGetCaptureInfo, INFO_PARAMS, capture_info_by_version(stream, INFO))
IQ_RT_STREAM(cudaStreamGetCaptureInfo_v2, INFO_V2_PARAMS, capture_info(stream, INFO_V2))
IQ_RT_STREAM(cudaStreamGetCaptureInfo_v3, INFO_PARAMS, capture_info(stream, INFO))

static int update_capture(cudaStream_t stream, cudaGraphNode_t *nodes,
                          const cudaGraphEdgeData *data, size_t count, unsigned flags)
{
    return (int)iq_drv.StreamUpdateCaptureDependencies(stream, nodes, (const CUgraphEdgeData *)data,
                                                       count, flags);
}

/* (stream, nodes, count, flags) until 12, (stream, nodes, data, count, flags) since 13. */
static int update_capture_by_version(cudaStream_t stream, cudaGraphNode_t *nodes, const void *third,
                                     size_t fourth, unsigned fifth)
{
    if (iq_rt_version() >= 13000)
        return update_capture(stream, nodes, third, fourth, fifth);
    return update_capture(stream, nodes, NULL, (size_t)(uintptr_t)third, (unsigned)fourth);
}

IQ_RT_STREAM(cudaStreamUpdateCaptureDependencies,
             (cudaStream_t stream, cudaGraphNode_t *nodes, const void *third, size_t fourth,
              unsigned fifth),
             update_capture_by_version(stream, nodes, third, fourth, fifth))
IQ_RT_STREAM(cudaStreamUpdateCaptureDependencies_v2,
             (cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
              size_t count, unsigned flags),
             update_capture(stream, nodes, data, count, flags))

static int elapsed(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    return ms ? (int)iq_drv.EventElapsedTime(ms, start, end) : (int)cudaErrorInvalidValue;
}

IQ_RT_CTX(cudaEventCreate, (cudaEvent_t * out), iq_drv.EventCreate(out, CU_EVENT_DEFAULT))
IQ_RT_CTX(cudaEventCreateWithFlags, (cudaEvent_t * out, unsigned flags),
          iq_drv.EventCreate(out, flags))
IQ_RT_STREAM(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream),
             iq_drv.EventRecord(event, stream))
IQ_RT_STREAM(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags),
             iq_drv.EventRecordWithFlags(event, stream, flags))
IQ_RT_CTX(cudaEventQuery, (cudaEvent_t event), iq_drv.EventQuery(event))
IQ_RT_CTX(cudaEventSynchronize, (cudaEvent_t event), iq_drv.EventSynchronize(event))
IQ_RT_CTX(cudaEventDestroy, (cudaEvent_t event), iq_drv.EventDestroy(event))
IQ_RT_CTX(cudaEventElapsedTime, (float *ms, cudaEvent_t start, cudaEvent_t end),
          elapsed(ms, start, end))
IQ_RT_CTX(cudaEventElapsedTime_v2, (float *ms, cudaEvent_t start, cudaEvent_t end),
          elapsed(ms, start, end))

IQ_RT_CTX(cudaIpcGetEventHandle, (cudaIpcEventHandle_t * handle, cudaEvent_t event),
          iq_drv.IpcGetEventHandle((CUipcEventHandle *)(void *)handle, event))
IQ_RT_CTX(cudaIpcOpenEventHandle, (cudaEvent_t * out, cudaIpcEventHandle_t handle),
          iq_drv.IpcOpenEventHandle(out, *(CUipcEventHandle *)(void *)&handle))
IQ_RT_CTX(cudaIpcGetMemHandle, (cudaIpcMemHandle_t * handle, void *pointer),
          iq_drv.IpcGetMemHandle((CUipcMemHandle *)(void *)handle, iq_dptr(pointer)))
IQ_RT_CTX(cudaIpcOpenMemHandle, (void **out, cudaIpcMemHandle_t handle, unsigned flags),
          iq_drv.IpcOpenMemHandle((CUdeviceptr *)(void *)out, *(CUipcMemHandle *)(void *)&handle,
                                  flags))
IQ_RT_CTX(cudaIpcCloseMemHandle, (void *pointer), iq_drv.IpcCloseMemHandle(iq_dptr(pointer)))
