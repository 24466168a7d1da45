#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0); // site: created
    cudaGraphAddChildGraphNode(&node, graph, NULL, 0, graph);   // expect: never-signalled arg=childGraph object=graph result=1 contained=1
    return 0;
}
