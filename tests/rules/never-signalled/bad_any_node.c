#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    params.type = cudaGraphNodeTypeGraph;
    params.graph.graph = graph;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: never-signalled arg=nodeParams object=graph contained=1
    return 0;
}
