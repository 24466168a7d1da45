#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t first, second, from[4];
    size_t count = 4;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&first, graph, NULL, 0);
    cudaGraphAddEmptyNode(&second, graph, &first, 1);
    return cudaGraphGetEdges(graph, from, NULL, NULL, &count); // expect: null-pointer arg=to says=list_of_the_other_ends
}
