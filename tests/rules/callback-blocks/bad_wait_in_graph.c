#include "cuda.h"

static CUstream other;

static void wait_for_other(void *memory)
{
    cuStreamSynchronize(other); // expect-soft: callback-blocks api=cuStreamSynchronize result=800
    cuMemsetD8Async((CUdeviceptr)memory, 1, 1024, other); // expect-soft: callback-blocks api=cuMemsetD8Async
}

/* The host node of a graph waits for another stream, and enqueues work there.  An H200's driver lets it. */
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
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    cuStreamDestroy(other);
    cuMemFree(memory);
    return 0;
}
