#include "cuda_runtime.h"

/* Four nodes in a row; the third is then put in front of the first. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[4];
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 4; i++)
        cudaGraphAddEmptyNode(&nodes[i], graph, &nodes[i - (i > 0)], i > 0);
    cudaGraphAddDependencies(graph, &nodes[2], &nodes[0], NULL, 1); // site: related
    cudaGraphInstantiate(&exec, graph, 0);      // expect: never-signalled arg=graph object=graph result=1
    return 0;
}
