#include "cuda_runtime.h"

/* Host memory of a node need not be there until the graph runs. */
int main(void)
{
    void *d;
    static char h[4096];
    cudaGraph_t graph;
    cudaGraphNode_t set, copy;
    cudaGraphExec_t exec;
    cudaMalloc(&d, 4096);
    cudaGraphCreate(&graph, 0);
    struct cudaMemsetParams params = { .dst = d, .value = 1, .elementSize = 4, .width = 1024, .height = 1 };
    cudaGraphAddMemsetNode(&set, graph, NULL, 0, &params);
    cudaGraphAddMemcpyNode1D(&copy, graph, &set, 1, h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return cudaFree(d);
}
