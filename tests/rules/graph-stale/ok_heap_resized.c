#include <stdlib.h>

#include "cuda_runtime.h"

static volatile int seen;

static void step(void *data) { seen = *(volatile int *)data; }

/* Data that stay where they are when their block changes its size. */
int main(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    int *number = calloc(1, 4096);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(stream, step, number);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    int *same = realloc(number, 4104);
    if (same == number)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    free(same);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return cudaStreamDestroy(stream);
}
