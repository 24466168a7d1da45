#include "cuda_runtime.h"

int main(void)
{
    void *data;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaMalloc(&data, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemFreeNode(&node, graph, NULL, 0, data);       // expect: wrong-free arg=dptr object=device-memory result=1
    return cudaFree(data);
}
