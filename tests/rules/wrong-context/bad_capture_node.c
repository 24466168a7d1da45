#include "cuda_runtime.h"

/* The capture is to go on behind a node of another graph. */
int main(void)
{
    cudaGraph_t graph, other;
    cudaGraphNode_t node;
    cudaStream_t stream;
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&other, 0);
    cudaStreamCreate(&stream);
    cudaGraphAddEmptyNode(&node, other, NULL, 0); // site: created
    cudaStreamBeginCaptureToGraph(stream, graph, &node, NULL, 1, cudaStreamCaptureModeRelaxed);         // expect: wrong-context arg=dependencies object=graph-node result=1
    return cudaStreamDestroy(stream);
}
