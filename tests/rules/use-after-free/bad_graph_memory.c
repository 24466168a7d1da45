#include "cuda_runtime.h"

/* The graph frees what it allocates; its result is copied afterwards, from memory that is not there any more. */
int main(void)
{
    static char host[4096];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStream_t stream;
    cudaGraphNode_t made, set, gone;
    struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = sizeof host };
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&made, graph, NULL, 0, &memory); // site: created
    struct cudaMemsetParams fill = { .dst = memory.dptr, .elementSize = 1, .width = sizeof host, .height = 1 };
    cudaGraphAddMemsetNode(&set, graph, &made, 1, &fill);
    cudaGraphAddMemFreeNode(&gone, graph, &set, 1, memory.dptr); // site: destroyed
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaMemcpyAsync(host, (char *)memory.dptr + 64, 64, cudaMemcpyDeviceToHost, stream); // expect: use-after-free arg=src state=freed says=a_graph_has_freed
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return 0;
}
