#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t nodes[3], from[3], to[3];
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphAddEmptyNode(&nodes[i], graph, NULL, 0);
    for (int i = 0; i < 3; i++) {
        from[i] = nodes[i];
        to[i] = nodes[i < 2 ? i + 1 : i];
    }
    cudaGraphAddDependencies(graph, from, to, NULL, 3);     // expect: never-signalled arg=to object=graph-node result=1
    return 0;
}
