#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    params.type = cudaGraphNodeTypeConditional;
    cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, 1, cudaGraphCondAssignDefault);
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 2;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: bad-size arg=nodeParams->conditional.size
    return 0;
}
