#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 99 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &memory);   // expect: bad-device arg=nodeParams->poolProps.location.id result=1
    return 0;
}
