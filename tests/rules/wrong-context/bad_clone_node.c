#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph, other, clone;
    cudaGraphNode_t node, stray, found;
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&other, 0);
    cudaGraphAddEmptyNode(&node, graph, NULL, 0);
    cudaGraphAddEmptyNode(&stray, other, NULL, 0); // site: created
    cudaGraphClone(&clone, graph);
    if (cudaGraphNodeFindInClone(&found, node, clone))
        return 1;
    cudaGraphNodeFindInClone(&found, stray, clone);     // expect: wrong-context arg=originalNode object=graph-node result=1
    return 0;
}
