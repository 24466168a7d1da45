#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t nodes[2] = { NULL, NULL }, node;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&nodes[0], graph, NULL, 0);
    cudaGraphAddEmptyNode(&node, graph, nodes, 2); // expect: null-handle result=1
    cudaGraphAddEmptyNode(&node, graph, nodes, 1);
    cudaGraphDestroy(graph);
    return 0;
}
