#include "cuda_runtime.h"

/* The pair is the wrong way round. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&first, graph, NULL, 0); // site: created
    cudaGraphAddEmptyNode(&second, graph, &first, 1);
    cudaGraphRemoveDependencies(graph, &second, &first, NULL, 1);   // expect: not-registered arg=to object=graph-node result=1
    return 0;
}
