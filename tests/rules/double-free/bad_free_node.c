#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, free, again;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &memory);
    cudaGraphAddMemFreeNode(&free, graph, &node, 1, memory.dptr); // site: related
    cudaGraphAddMemFreeNode(&again, graph, &free, 1, memory.dptr);      // expect: double-free arg=dptr object=device-memory result=1
    return 0;
}
