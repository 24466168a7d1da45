#include "cuda.h"

static CUstream other;

static void wait_for_other(void *unused)
{
    cuStreamSynchronize(other); // expect: callback-blocks api=cuStreamSynchronize result=800
    (void)unused;
}

/* A host function that was captured is called by the graph, and is refused as if it were called by a stream. */
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
    cuLaunchHostFunc(stream, wait_for_other, NULL);
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
