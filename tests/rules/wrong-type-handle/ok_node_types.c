#include "cuda_runtime.h"

/* Parameters of nodes of their own types, in the graph and in the executable one; nodes of a clone. */
int main(void)
{
    char *data;
    cudaGraph_t graph, clone;
    cudaGraphExec_t exec, other;
    cudaGraphNode_t empty, memset, found;
    cudaMalloc((void **)&data, 256);
    struct cudaMemsetParams fill = { .dst = data, .value = 1, .elementSize = 1, .width = 256, .height = 1 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&empty, graph, NULL, 0);
    cudaGraphAddMemsetNode(&memset, graph, &empty, 1, &fill);
    fill.value = 2;
    int bad = cudaGraphMemsetNodeSetParams(memset, &fill) || cudaGraphInstantiate(&exec, graph, 0) || cudaGraphClone(&clone, graph) ||
              cudaGraphExecMemsetNodeSetParams(exec, memset, &fill) || cudaGraphNodeSetEnabled(exec, memset, 0) ||
              cudaGraphNodeFindInClone(&found, memset, clone) || cudaGraphMemsetNodeSetParams(found, &fill) || cudaGraphInstantiate(&other, clone, 0) ||
              cudaGraphExecMemsetNodeSetParams(other, found, &fill) || cudaGraphLaunch(exec, 0) || cudaGraphLaunch(other, 0) || cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphExecDestroy(other);
    cudaGraphDestroy(clone);
    cudaGraphDestroy(graph);
    return cudaFree(data) || bad;
}
