#include "cuda_runtime.h"

int main(void)
{
    void *d;
    static char h[8192];
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaMalloc(&d, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, d, h, sizeof h, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory
    cudaFree(d);
    return 0;
}
