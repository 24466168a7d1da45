#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t before[2];
    cudaGraphExec_t exec;
    params.type = cudaGraphNodeTypeConditional;
    cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, 0, cudaGraphCondAssignDefault);
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphAddNode(&before[0], graph, NULL, NULL, 0, &params);
    cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, 3, cudaGraphCondAssignDefault);
    params.conditional.type = cudaGraphCondTypeSwitch;
    params.conditional.size = 3;
    cudaGraphAddNode(&before[1], graph, NULL, NULL, 0, &params);
    cudaGraphAddEmptyNode(&node, graph, before, 2);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    return cudaDeviceSynchronize();
}
