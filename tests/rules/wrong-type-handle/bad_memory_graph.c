#include "cuda_runtime.h"

/* Graphs that allocate are not copied, and lose no nodes. */
int main(void)
{
    cudaGraph_t graph, clone;
    cudaGraphNode_t node;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &memory);
    cudaGraphClone(&clone, graph);      // expect: wrong-type-handle arg=originalGraph object=graph result=801
    cudaGraphDestroyNode(node);         // expect: wrong-type-handle arg=node object=graph-node result=801
    return 0;
}
