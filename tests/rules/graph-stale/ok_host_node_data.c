#include <stdlib.h>

#include "cuda_runtime.h"

static volatile int seen;

static void step(void *data) { seen = *(volatile int *)data; }

/* The node gets other data before the first ones are freed; the function that a capture enqueues
 * is the program's own. */
int main(void)
{
    cudaStream_t stream;
    cudaGraph_t graph, captured;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    size_t one = 1;
    int *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second), local = 3;
    struct cudaHostNodeParams params = { step, first };
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddHostNode(&node, graph, NULL, 0, &params);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    params.userData = second;
    cudaGraphExecHostNodeSetParams(exec, node, &params);
    free(first);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    free(second);

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(stream, step, &local);
    cudaStreamEndCapture(stream, &captured);
    if (cudaGraphGetNodes(captured, &node, &one) || cudaGraphHostNodeGetParams(node, &params) || params.fn != step || params.userData != &local)
        return 1;
    cudaGraphInstantiate(&exec, captured, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(captured);
    return cudaStreamDestroy(stream);
}
