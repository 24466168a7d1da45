#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    cudaEvent_t event;
    cudaEventCreate(&event); // site: created
    cudaEventDestroy(event); // site: destroyed
    params.type = cudaGraphNodeTypeWaitEvent;
    params.eventWait.event = event;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: destroyed-handle arg=nodeParams->eventWait.event object=event contained=1
    return 0;
}
