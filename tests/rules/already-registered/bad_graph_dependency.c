#include "cuda_runtime.h"

/* The node got the dependency when it was made. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&first, graph, NULL, 0);
    cudaGraphAddEmptyNode(&second, graph, &first, 1); // site: created
    cudaGraphAddDependencies(graph, &first, &second, NULL, 1);      // expect: already-registered arg=to object=graph-node result=1
    return 0;
}
