#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t a, b;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&a, graph, NULL, 0); // site: created
    cudaGraphDestroyNode(a); // site: destroyed
    return cudaGraphAddEmptyNode(&b, graph, &a, 1); // expect: destroyed-handle arg=pDependencies object=graph-node state=destroyed
}
