#include "cuda.h"

static CUstream other;

static void need_memory(void *unused)
{
    CUdeviceptr memory;
    cuStreamSynchronize(other); /* names a stream: an H200's driver lets it through */
    cuMemAlloc(&memory, 64); // expect: callback-blocks api=cuMemAlloc result=800
    (void)unused;
}

/* A host function that was captured is called by the graph, as a host node is; neither may allocate. */
int main(void)
{
    CUcontext context;
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
    cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
    cuLaunchHostFunc(stream, need_memory, NULL);
    cuStreamEndCapture(stream, &graph);
    cuGraphInstantiate(&exec, graph, 0);
    cuGraphLaunch(exec, stream);
    cuStreamSynchronize(stream);
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    cuStreamDestroy(stream);
    cuStreamDestroy(other);
    return 0;
}
