/* What captures of two streams use: a pinned block and two of the device, and events between them. */
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

static char *host, *device, *other;
static cudaStream_t s, t;

static inline cudaEvent_t new_event(void)
{
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    return event;
}

/* Everything is there behind it, and s captures. */
static inline void begin_capture(void)
{
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMalloc((void **)&other, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}

static inline cudaGraphExec_t end_capture(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    return exec;
}
