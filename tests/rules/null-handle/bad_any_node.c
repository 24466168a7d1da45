#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    params.type = cudaGraphNodeTypeEventRecord;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: null-handle arg=nodeParams->eventRecord.event
    return 0;
}
