/* Stream capture: who captures, what it forbids, which nodes come next. */
#include "softdev/capture.h"

#include <stdlib.h>
#include <string.h>

#include "softdev/graph.h"

static struct iq_capture *captures; /* going on */
static _Thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
static _Thread_local uint64_t thread_number;

static uint64_t this_thread(void)
{
    if (!thread_number)
        thread_number = iq_next_id();
    return thread_number;
}

CUresult iq_capture_check_unsafe(void)
{
    bool refused = false;
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_SUCCESS;
    for (struct iq_capture *at = captures; at; at = at->next) {
        bool own = at->thread == this_thread();
        if ((own && at->mode != CU_STREAM_CAPTURE_MODE_RELAXED) ||
            (!own && thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
             at->mode == CU_STREAM_CAPTURE_MODE_GLOBAL)) {
            at->invalid = true;
            refused = true;
        }
    }
    return refused ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

CUresult iq_capture_check_implicit(struct iq_stream *stream)
{
    bool refused = false;
    if (!stream->legacy)
        return CUDA_SUCCESS;
    for (struct iq_stream *at = stream->ctx->streams; captures && at; at = at->next)
        if (at->capture && !(at->flags & CU_STREAM_NON_BLOCKING)) {
            at->capture->invalid = true;
            refused = true;
        }
    return refused ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT : CUDA_SUCCESS;
}

void iq_capture_invalidate(struct iq_capture *capture) { capture->invalid = true; }

void iq_capture_unref(struct iq_capture *capture)
{
    if (!capture || --capture->refs)
        return;
    free(capture->left);
    free(capture);
}

void iq_capture_leave(struct iq_stream *stream)
{
    struct iq_capture *capture = stream->capture;
    stream->capture = NULL;
    free(stream->capture_nodes);
    stream->capture_nodes = NULL;
    stream->capture_node_count = 0;
    iq_capture_unref(capture);
}

static CUresult set_nodes(struct iq_soft_node ***nodes, size_t *count,
                          struct iq_soft_node *const *from, size_t from_count, bool keep)
{
    size_t old = keep ? *count : 0;
    struct iq_soft_node **grown = malloc((old + from_count + 1) * sizeof *grown);
    if (!grown)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (old)
        memcpy(grown, *nodes, old * sizeof *grown);
    for (size_t i = 0; i < from_count; i++) {
        size_t j = 0;
        while (j < old && grown[j] != from[i])
            j++;
        if (j == old)
            grown[old++] = from[i];
    }
    free(*nodes);
    *nodes = grown;
    *count = old;
    return CUDA_SUCCESS;
}

/* Memory that the capture has freed. */
static bool is_freed(const struct iq_capture *capture, const struct iq_side *side)
{
    return side->kind == IQ_SIDE_MEMORY && iq_graph_frees_at(capture->graph, side->address);
}

CUresult iq_capture_add(struct iq_stream *stream, struct iq_work *work)
{
    struct iq_capture *capture = stream->capture;
    struct iq_soft_node *node;
    if (!work || work->kind == IQ_WORK_NOTHING)
        return capture->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
    CUresult r = capture->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
    if (!r && work->kind == IQ_WORK_CALLBACK)
        r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (!r && work->kind == IQ_WORK_COPY &&
        (is_freed(capture, &work->u.copy.dst) || is_freed(capture, &work->u.copy.src))) {
        iq_work_finish(work);
        return CUDA_ERROR_INVALID_VALUE; /* and the capture goes on */
    }
    if (!r)
        r = iq_graph_add(capture->graph, CU_GRAPH_NODE_TYPE_EMPTY, stream->capture_nodes,
                         stream->capture_node_count, &node);
    if (!r)
        r = iq_node_take_work(node, work);
    if (r) {
        iq_work_finish(work);
        capture->invalid = true;
        return r;
    }
    return set_nodes(&stream->capture_nodes, &stream->capture_node_count, &node, 1, false);
}

CUresult iq_capture_append(struct iq_stream *stream, struct iq_soft_node *node)
{
    return set_nodes(&stream->capture_nodes, &stream->capture_node_count, &node, 1, false);
}

void iq_capture_forget_event(struct iq_soft_event *event)
{
    iq_capture_unref(event->capture);
    event->capture = NULL;
    free(event->capture_nodes);
    event->capture_nodes = NULL;
    event->capture_node_count = 0;
}

CUresult iq_capture_record(struct iq_soft_event *event, struct iq_stream *stream)
{
    struct iq_capture *capture = stream->capture;
    if (capture->invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    iq_capture_forget_event(event);
    capture->refs++;
    event->capture = capture;
    return set_nodes(&event->capture_nodes, &event->capture_node_count, stream->capture_nodes,
                     stream->capture_node_count, false);
}

CUstreamCaptureStatus iq_capture_of_event(const struct iq_soft_event *event)
{
    if (!event->capture || event->capture->ended)
        return CU_STREAM_CAPTURE_STATUS_NONE;
    return event->capture->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                   : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

CUresult iq_capture_wait(struct iq_stream *stream, struct iq_soft_event *event)
{
    struct iq_capture *capture = event->capture;
    if (capture->invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (stream->capture && stream->capture != capture) {
        capture->invalid = stream->capture->invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    if (stream->legacy) {
        capture->invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (!stream->capture) {
        stream->capture = capture;
        capture->refs++;
    }
    return set_nodes(&stream->capture_nodes, &stream->capture_node_count, event->capture_nodes,
                     event->capture_node_count, true);
}

static CUresult begin(CUstream handle, CUstreamCaptureMode mode, struct iq_graph *graph,
                      struct iq_soft_node **nodes, size_t count)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = (unsigned)mode > CU_STREAM_CAPTURE_MODE_RELAXED ? CUDA_ERROR_INVALID_VALUE
                                                            : iq_stream_get(handle, ctx, &stream);
    if (!r)
        r = iq_capture_check_implicit(stream);
    if (!r && stream->legacy)
        r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (!r && stream->capture)
        r = CUDA_ERROR_ILLEGAL_STATE;
    struct iq_capture *capture = r ? NULL : calloc(1, sizeof *capture);
    if (!capture)
        return iq_leave(r ? r : CUDA_ERROR_OUT_OF_MEMORY);
    capture->graph = graph ? graph : iq_graph_new();
    if (!capture->graph) {
        free(capture);
        return iq_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    capture->refs = 2; /* the list and the stream */
    capture->id = iq_next_id();
    capture->origin = stream;
    capture->mode = mode;
    capture->thread = this_thread();
    capture->to_graph = graph;
    capture->next = captures;
    captures = capture;
    stream->capture = capture;
    return iq_leave(
        set_nodes(&stream->capture_nodes, &stream->capture_node_count, nodes, count, false));
}

DRIVER(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode))
{
    return begin(stream, mode, NULL, NULL, 0);
}
DRIVER(cuStreamBeginCapture, (CUstream stream))
{
    return begin(stream, CU_STREAM_CAPTURE_MODE_GLOBAL, NULL, NULL, 0);
}
DRIVER(cuStreamBeginCapture_ptsz, (CUstream stream))
{
    return begin(iq_per_thread(stream), CU_STREAM_CAPTURE_MODE_GLOBAL, NULL, NULL, 0);
}
DRIVER(cuStreamBeginCapture_v2_ptsz, (CUstream stream, CUstreamCaptureMode mode))
{
    return begin(iq_per_thread(stream), mode, NULL, NULL, 0);
}

DRIVER(cuStreamBeginCaptureToGraph,
       (CUstream stream, CUgraph handle, const CUgraphNode *dependencies,
        const CUgraphEdgeData *data, size_t count, CUstreamCaptureMode mode))
{
    struct iq_graph *graph = NULL;
    struct iq_soft_node **nodes = calloc(count + 1, sizeof *nodes);
    (void)data;
    CUresult r = iq_enter_plain();
    if (!r)
        r = !nodes                   ? CUDA_ERROR_OUT_OF_MEMORY
            : count && !dependencies ? CUDA_ERROR_INVALID_VALUE
                                     : iq_graph_get(handle, &graph);
    for (size_t i = 0; i < count && !r; i++)
        if (!(r = iq_node_get(dependencies[i], &nodes[i])) && nodes[i]->graph != graph)
            r = CUDA_ERROR_INVALID_VALUE;
    iq_leave(r);
    if (!r)
        r = begin(stream, mode, graph, nodes, count);
    free(nodes);
    return r;
}
DRIVER(cuStreamBeginCaptureToGraph_ptsz,
       (CUstream stream, CUgraph handle, const CUgraphNode *dependencies,
        const CUgraphEdgeData *data, size_t count, CUstreamCaptureMode mode))
{
    return cuStreamBeginCaptureToGraph(iq_per_thread(stream), handle, dependencies, data, count,
                                       mode);
}

void iq_capture_abandon(struct iq_stream *stream)
{
    struct iq_capture *capture = stream->capture;
    if (capture->origin == stream ||
        set_nodes(&capture->left, &capture->left_count, stream->capture_nodes,
                  stream->capture_node_count, true))
        capture->invalid = true;
    iq_capture_leave(stream);
}

/* All that the origin's last nodes do not reach back to is unjoined. */
static bool is_joined(const struct iq_capture *capture, const struct iq_stream *origin)
{
    const struct iq_graph *graph = capture->graph;
    bool joined = true, *seen = calloc(graph->count + 1, 1);
    size_t *stack = calloc(graph->count + 1, sizeof *stack), depth = 0;
    if (!seen || !stack)
        goto out;
    for (size_t i = 0; i < origin->capture_node_count; i++)
        if (!seen[origin->capture_nodes[i]->index]) {
            seen[origin->capture_nodes[i]->index] = true;
            stack[depth++] = origin->capture_nodes[i]->index;
        }
    while (depth) {
        const struct iq_soft_node *node = graph->nodes[stack[--depth]];
        for (size_t i = 0; i < node->before_count; i++)
            if (!seen[node->before[i]->index]) {
                seen[node->before[i]->index] = true;
                stack[depth++] = node->before[i]->index;
            }
    }
    for (const struct iq_stream *other = origin->ctx->streams; other; other = other->next)
        for (size_t i = 0;
             other != origin && other->capture == capture && i < other->capture_node_count; i++)
            joined = joined && seen[other->capture_nodes[i]->index];
    for (size_t i = 0; i < capture->left_count; i++)
        joined = joined && seen[capture->left[i]->index];
out:
    free(seen);
    free(stack);
    return joined;
}

static void end_capture(struct iq_capture *capture)
{
    struct iq_capture **at = &captures;
    while (*at && *at != capture)
        at = &(*at)->next;
    if (*at)
        *at = capture->next;
    capture->ended = true;
    for (int i = 0; i < iq_soft.device_count; i++)
        for (struct iq_stream *stream =
                 iq_soft.devices[i].primary ? iq_soft.devices[i].primary->streams : NULL;
             stream; stream = stream->next)
            if (stream->capture == capture)
                iq_capture_leave(stream);
    for (struct iq_stream *stream = capture->origin->ctx->streams; stream; stream = stream->next)
        if (stream->capture == capture)
            iq_capture_leave(stream);
    iq_capture_unref(capture);
}

DRIVER(cuStreamEndCapture, (CUstream handle, CUgraph *graph))
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    if (!r && !graph && !(stream->capture && stream->capture->to_graph))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && !stream->capture)
        r = CUDA_ERROR_ILLEGAL_STATE;
    if (!r && stream->capture->origin != stream) {
        stream->capture->invalid = true;
        r = CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    }
    if (!r && stream->capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        stream->capture->thread != this_thread())
        r = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    if (r)
        return iq_leave(r);
    struct iq_capture *capture = stream->capture;
    struct iq_graph *made = capture->graph;
    bool keep = capture->to_graph;
    if (capture->invalid)
        r = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    else if (!is_joined(capture, stream))
        r = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    end_capture(capture);
    if (graph)
        *graph = r ? NULL : iq_obj_handle(made);
    if (r && !keep)
        iq_graph_destroy(made);
    return iq_leave(r);
}
DRIVER(cuStreamEndCapture_ptsz, (CUstream handle, CUgraph *graph))
{
    return cuStreamEndCapture(iq_per_thread(handle), graph);
}

static CUresult capture_info(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id,
                             CUgraph *graph, const CUgraphNode **nodes,
                             const CUgraphEdgeData **data, size_t *count)
{
    static _Thread_local CUgraphNode *list;
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = !status ? CUDA_ERROR_INVALID_VALUE : iq_stream_get(handle, ctx, &stream);
    if (!r)
        r = iq_capture_check_implicit(stream);
    if (r)
        return iq_leave(r);
    struct iq_capture *capture = stream->capture;
    *status = !capture           ? CU_STREAM_CAPTURE_STATUS_NONE
              : capture->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                 : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    if (!capture || capture->invalid)
        return iq_leave(CUDA_SUCCESS);
    if (id)
        *id = capture->id;
    if (graph)
        *graph = iq_obj_handle(capture->graph);
    if (nodes) {
        CUgraphNode *grown = realloc(list, (stream->capture_node_count + 1) * sizeof *list);
        list = grown ? grown : list;
        for (size_t i = 0; grown && i < stream->capture_node_count; i++)
            list[i] = iq_obj_handle(stream->capture_nodes[i]);
        *nodes = list;
    }
    if (data)
        *data = NULL;
    if (count)
        *count = stream->capture_node_count;
    return iq_leave(CUDA_SUCCESS);
}

DRIVER(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *status))
{
    return capture_info(stream, status, NULL, NULL, NULL, NULL, NULL);
}
DRIVER(cuStreamIsCapturing_ptsz, (CUstream stream, CUstreamCaptureStatus *status))
{
    return capture_info(iq_per_thread(stream), status, NULL, NULL, NULL, NULL, NULL);
}
DRIVER(cuStreamGetCaptureInfo, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id))
{
    return capture_info(stream, status, id, NULL, NULL, NULL, NULL);
}
DRIVER(cuStreamGetCaptureInfo_ptsz,
       (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id))
{
    return capture_info(iq_per_thread(stream), status, id, NULL, NULL, NULL, NULL);
}
DRIVER(cuStreamGetCaptureInfo_v2, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                   CUgraph *graph, const CUgraphNode **nodes, size_t *count))
{
    return capture_info(stream, status, id, graph, nodes, NULL, count);
}
DRIVER(cuStreamGetCaptureInfo_v2_ptsz,
       (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
        const CUgraphNode **nodes, size_t *count))
{
    return capture_info(iq_per_thread(stream), status, id, graph, nodes, NULL, count);
}
DRIVER(cuStreamGetCaptureInfo_v3,
       (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
        const CUgraphNode **nodes, const CUgraphEdgeData **data, size_t *count))
{
    return capture_info(stream, status, id, graph, nodes, data, count);
}
DRIVER(cuStreamGetCaptureInfo_v3_ptsz,
       (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
        const CUgraphNode **nodes, const CUgraphEdgeData **data, size_t *count))
{
    return capture_info(iq_per_thread(stream), status, id, graph, nodes, data, count);
}

DRIVER(cuStreamUpdateCaptureDependencies_v2,
       (CUstream handle, CUgraphNode *dependencies, const CUgraphEdgeData *data, size_t count,
        unsigned flags))
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_soft_node **nodes = calloc(count + 1, sizeof *nodes);
    (void)data;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = !nodes                                  ? CUDA_ERROR_OUT_OF_MEMORY
            : (count && !dependencies) || flags > 1 ? CUDA_ERROR_INVALID_VALUE
                                                    : iq_stream_get(handle, ctx, &stream);
    if (!r && !stream->capture)
        r = CUDA_ERROR_ILLEGAL_STATE;
    if (!r && stream->capture->invalid)
        r = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    for (size_t i = 0; i < count && !r; i++)
        r = iq_node_get(dependencies[i], &nodes[i]);
    if (!r)
        r = set_nodes(&stream->capture_nodes, &stream->capture_node_count, nodes, count,
                      flags == CU_STREAM_ADD_CAPTURE_DEPENDENCIES);
    free(nodes);
    return iq_leave(r);
}
DRIVER(cuStreamUpdateCaptureDependencies_v2_ptsz,
       (CUstream handle, CUgraphNode *dependencies, const CUgraphEdgeData *data, size_t count,
        unsigned flags))
{
    return cuStreamUpdateCaptureDependencies_v2(iq_per_thread(handle), dependencies, data, count,
                                                flags);
}
DRIVER(cuStreamUpdateCaptureDependencies,
       (CUstream handle, CUgraphNode *dependencies, size_t count, unsigned flags))
{
    return cuStreamUpdateCaptureDependencies_v2(handle, dependencies, NULL, count, flags);
}
DRIVER(cuStreamUpdateCaptureDependencies_ptsz,
       (CUstream handle, CUgraphNode *dependencies, size_t count, unsigned flags))
{
    return cuStreamUpdateCaptureDependencies_v2(iq_per_thread(handle), dependencies, NULL, count,
                                                flags);
}

DRIVER(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode))
{
    CUresult r = iq_enter_plain();
    if (!r && (!mode || (unsigned)*mode > CU_STREAM_CAPTURE_MODE_RELAXED))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        CUstreamCaptureMode old = thread_mode;
        thread_mode = *mode;
        *mode = old;
    }
    return iq_leave(r);
}
