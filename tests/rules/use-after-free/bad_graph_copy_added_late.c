#include "cuda_runtime.h"

/* The copy comes before the node that frees the memory, but is added after it, which drivers refuse. */
int main(void)
{
    static char host[64];
    cudaGraph_t graph;
    cudaGraphNode_t made, gone, copy;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&made, graph, NULL, 0, &memory); // site: created
    cudaGraphAddMemFreeNode(&gone, graph, &made, 1, memory.dptr); // site: destroyed
    if (!cudaGraphAddMemcpyNode1D(&copy, graph, &made, 1, host, memory.dptr, sizeof host, cudaMemcpyDeviceToHost)) // expect: use-after-free arg=src result=1 says=cannot_be_added says=add_the_node_that_frees_the_memory_after
        cudaGraphAddDependencies(graph, &copy, &gone, NULL, 1);
    return cudaGraphDestroy(graph);
}
