#include "cuda_runtime.h"

static const struct cudaMemAllocNodeParams wanted = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096 };

/* One graph copies what it allocates before it frees it, and runs twice. */
static int within(cudaStream_t stream, char *host)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t made, set, copy, gone;
    struct cudaMemAllocNodeParams memory = wanted;
    if (cudaGraphCreate(&graph, 0) || cudaGraphAddMemAllocNode(&made, graph, NULL, 0, &memory))
        return 1;
    struct cudaMemsetParams fill = { .dst = memory.dptr, .elementSize = 1, .width = 4096, .height = 1 };
    if (cudaGraphAddMemsetNode(&set, graph, &made, 1, &fill) ||
        cudaGraphAddMemcpyNode1D(&copy, graph, &set, 1, host, memory.dptr, 64, cudaMemcpyDeviceToHost) || cudaGraphAddMemFreeNode(&gone, graph, &copy, 1, memory.dptr) ||
        cudaGraphInstantiateWithFlags(&exec, graph, 0))
        return 1;
    return cudaGraphLaunch(exec, stream) || cudaGraphLaunch(exec, stream) || cudaStreamSynchronize(stream) || cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph);
}

/* One graph allocates, another frees, and the memory is used between them. */
static int between(cudaStream_t stream, char *host)
{
    cudaGraph_t first, last;
    cudaGraphExec_t begins, ends;
    cudaGraphNode_t made, set, gone;
    struct cudaMemAllocNodeParams memory = wanted;
    if (cudaGraphCreate(&first, 0) || cudaGraphAddMemAllocNode(&made, first, NULL, 0, &memory))
        return 1;
    struct cudaMemsetParams fill = { .dst = memory.dptr, .elementSize = 1, .width = 4096, .height = 1 };
    if (cudaGraphAddMemsetNode(&set, first, &made, 1, &fill) || cudaGraphCreate(&last, 0) || cudaGraphAddMemFreeNode(&gone, last, NULL, 0, memory.dptr) ||
        cudaGraphInstantiateWithFlags(&begins, first, 0) || cudaGraphInstantiateWithFlags(&ends, last, 0))
        return 1;
    return cudaGraphLaunch(begins, stream) || cudaMemcpyAsync(host, memory.dptr, 64, cudaMemcpyDeviceToHost, stream) || cudaGraphLaunch(ends, stream) ||
           cudaStreamSynchronize(stream) || cudaGraphExecDestroy(begins) || cudaGraphExecDestroy(ends) || cudaGraphDestroy(first) || cudaGraphDestroy(last);
}

int main(void)
{
    static char host[4096];
    cudaStream_t stream;
    return cudaStreamCreate(&stream) || within(stream, host) || between(stream, host) || cudaStreamDestroy(stream);
}
