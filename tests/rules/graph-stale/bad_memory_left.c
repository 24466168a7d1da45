#include "cuda_runtime.h"

/* Nobody frees what the first launch allocated. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &memory); // site: related
    cudaGraphInstantiate(&exec, graph, 0); // site: created
    cudaGraphLaunch(exec, 0);
    cudaGraphLaunch(exec, 0);                   // expect: graph-stale arg=graphExec object=graph-exec result=1
    return cudaDeviceSynchronize();
}
