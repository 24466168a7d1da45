#include <stdbool.h>

#include "cuda.h"

static CUstream other;
static bool done;

static void wait_for_other(void *memory)
{
    done = !cuStreamSynchronize(other) && !cuMemsetD8Async((CUdeviceptr)memory, 1, 1024, other);
}

/* The host node of a graph waits for another stream, and enqueues work there.  The documentation forbids it, but an H200's driver lets it. */
int main(void)
{
    CUcontext context;
    CUdeviceptr memory;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuMemAlloc(&memory, 1024);
    cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
    cuGraphCreate(&graph, 0);
    CUDA_HOST_NODE_PARAMS params = { wait_for_other, (void *)memory };
    cuGraphAddHostNode(&node, graph, NULL, 0, &params);
    cuGraphInstantiate(&exec, graph, 0);
    cuGraphLaunch(exec, 0);
    cuCtxSynchronize();
    cuStreamSynchronize(other);
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    cuStreamDestroy(other);
    cuMemFree(memory);
    return !done;
}
