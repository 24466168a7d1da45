#include "cuda_runtime.h"

/* One executable graph at a time of a graph that allocates. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec, other;
    cudaGraphNode_t node;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &memory);
    cudaGraphInstantiate(&exec, graph, 0); // site-real: related
    cudaGraphInstantiate(&other, graph, 0);     // expect-real: graph-stale arg=graph object=graph result=801
    return 0;
}
