#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaMalloc(&d, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    struct cudaMemsetParams params = { .dst = d, .value = 1, .elementSize = 4, .width = 16, .height = 1 };
    cudaGraphAddMemsetNode(&node, graph, NULL, 0, &params); // site: related
    cudaGraphInstantiate(&exec, graph, 0);
    cudaFree(d); // site: destroyed
    cudaGraphLaunch(exec, 0); // expect: graph-stale arg=graphExec object=device-memory state=freed
    cudaDeviceSynchronize();
    return 0;
}
