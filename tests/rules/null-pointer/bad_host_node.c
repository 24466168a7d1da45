#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaHostNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddHostNode(&node, graph, NULL, 0, &params);       // expect: null-pointer arg=pNodeParams->fn result=1
    return 0;
}
