#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphDebugDotPrint(graph, "/no/such/folder/graph.dot", 0);      // expect: file-not-found arg=path result=304
    return cudaGraphDestroy(graph);
}
