#include "cuda_runtime.h"

/* Two graphs with nodes alike; the node is one of the graph that was not instantiated. */
int main(void)
{
    char *data;
    cudaGraph_t graphs[2];
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[2];
    cudaMalloc((void **)&data, 256);
    struct cudaMemsetParams fill = { .dst = data, .value = 1, .elementSize = 1, .width = 256, .height = 1 };
    for (int i = 0; i < 2; i++) {
        cudaGraphCreate(&graphs[i], 0);
        cudaGraphAddMemsetNode(&nodes[i], graphs[i], NULL, 0, &fill); // site: created
    }
    cudaGraphInstantiate(&exec, graphs[0], 0);
    fill.value = 2;
    cudaGraphExecMemsetNodeSetParams(exec, nodes[1], &fill);    // expect: wrong-context arg=node object=graph-node result=1
    return cudaFree(data);
}
