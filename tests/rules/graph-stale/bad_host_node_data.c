#include <stdlib.h>

#include "cuda_runtime.h"

static volatile int seen;

static void step(void *data) { seen = *(volatile int *)data; }

int main(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    int *number = malloc(sizeof *number); // site: created
    *number = 4;
    struct cudaHostNodeParams params = { step, number };
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddHostNode(&node, graph, NULL, 0, &params); // site: related
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    free(number); // site: destroyed
    cudaGraphLaunch(exec, stream); // expect: graph-stale severity=warning arg=graphExec object=host-memory state=freed says=userData says=host_function
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return cudaStreamDestroy(stream);
}
