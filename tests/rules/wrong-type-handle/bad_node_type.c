#include "cuda_runtime.h"

/* The nodes are taken from the graph in whatever order it has them. */
int main(void)
{
    char *data;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t made[2], nodes[2];
    size_t count = 2;
    cudaMalloc((void **)&data, 256);
    struct cudaMemsetParams fill = { .dst = data, .value = 1, .elementSize = 1, .width = 256, .height = 1 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&made[0], graph, NULL, 0); // site: created
    cudaGraphAddMemsetNode(&made[1], graph, &made[0], 1, &fill);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphGetNodes(graph, nodes, &count);
    fill.value = 2;
    cudaGraphExecMemsetNodeSetParams(exec, made[0], &fill);     // expect: wrong-type-handle arg=node object=graph-node result=1
    return cudaFree(data);
}
