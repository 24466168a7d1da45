#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t before[2];
    cudaGraphAddEmptyNode(&before[0], graph, NULL, 0);
    before[1] = before[0];
    cudaGraphAddEmptyNode(&node, graph, before, 2); // expect: already-registered arg=pDependencies object=graph-node
    return 0;
}
