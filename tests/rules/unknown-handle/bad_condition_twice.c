#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    params.type = cudaGraphNodeTypeConditional;
    cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, 1, cudaGraphCondAssignDefault);
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 1;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: unknown-handle arg=nodeParams->conditional.handle
    return 0;
}
