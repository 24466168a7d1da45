#include "cuda_runtime.h"

/* A copy of an executable graph gets another source: its kind and its size stay. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    static char first[64], second[64];
    void *memory;
    return cudaMalloc(&memory, 64) || cudaGraphCreate(&graph, 0) || cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, memory, first, 64, cudaMemcpyHostToDevice) ||
           cudaGraphInstantiate(&exec, graph, 0) || cudaGraphExecMemcpyNodeSetParams1D(exec, node, memory, second, 64, cudaMemcpyHostToDevice) || cudaGraphLaunch(exec, NULL) ||
           cudaDeviceSynchronize() || cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) || cudaFree(memory);
}
