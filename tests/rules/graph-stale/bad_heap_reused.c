#include <stdlib.h>

#include "cuda_runtime.h"

static volatile int seen;

static void step(void *data) { seen = *(volatile int *)data; }

static void *others(void) { return calloc(1, 64); }

/* The place of the data has another owner at once. */
int main(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    int *number = calloc(1, 64); // site: created
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(stream, step, number); // site: related
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    free(number);
    void *other = others();
    cudaGraphLaunch(exec, stream); // expect: graph-stale severity=warning arg=graphExec object=host-memory state=freed says=userData
    cudaStreamSynchronize(stream);
    free(other);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return cudaStreamDestroy(stream);
}
