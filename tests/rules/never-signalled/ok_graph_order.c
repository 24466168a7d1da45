#include "cuda_runtime.h"

/* The dependencies of the bad twins the right way round; one is taken away and added again. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[4];
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 4; i++)
        cudaGraphAddEmptyNode(&nodes[i], graph, &nodes[i - (i > 0)], i > 0);
    cudaGraphAddDependencies(graph, &nodes[0], &nodes[2], NULL, 1);
    cudaGraphRemoveDependencies(graph, &nodes[0], &nodes[2], NULL, 1);
    cudaGraphAddDependencies(graph, &nodes[0], &nodes[2], NULL, 1);
    int bad = cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, 0) || cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return bad;
}
