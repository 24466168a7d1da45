#include "cuda_runtime.h"

/* Freed by a node, by a call between the launches, or by the driver, as the flag says. */
int main(void)
{
    cudaGraph_t graph, second;
    cudaGraphExec_t exec, other;
    cudaGraphNode_t node, free;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&second, 0);
    int bad = cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &memory) || cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, 0) ||
              cudaFreeAsync(memory.dptr, 0) || cudaGraphLaunch(exec, 0) || cudaFreeAsync(memory.dptr, 0) || cudaDeviceSynchronize();
    memory.dptr = NULL;
    bad |= cudaGraphAddMemAllocNode(&node, second, NULL, 0, &memory) || cudaGraphAddMemFreeNode(&free, second, &node, 1, memory.dptr) ||
           cudaGraphInstantiate(&other, second, cudaGraphInstantiateFlagAutoFreeOnLaunch) || cudaGraphLaunch(other, 0) || cudaGraphLaunch(other, 0) || cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphExecDestroy(other);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(second);
    return bad;
}
