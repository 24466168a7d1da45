#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    cudaEvent_t event;
    ask_for(cudaGraphNodeTypeWaitEvent);
    cudaEventCreate(&event); // site: created
    cudaEventDestroy(event); // site: destroyed
    params.eventWait.event = event;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: destroyed-handle arg=nodeParams->eventWait.event object=event contained=1
    return 0;
}
