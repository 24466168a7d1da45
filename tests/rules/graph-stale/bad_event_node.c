#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaEvent_t event;
    cudaEventCreate(&event); // site: created
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEventRecordNode(&node, graph, NULL, 0, event); // site: related
    cudaGraphInstantiate(&exec, graph, 0);
    cudaEventDestroy(event); // site: destroyed
    cudaGraphLaunch(exec, 0); // expect: graph-stale arg=graphExec object=event state=destroyed severity=warning
    return cudaDeviceSynchronize();
}
