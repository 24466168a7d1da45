#include "cuda.h"

static volatile int seen;

static void step(void *data) { seen = *(volatile int *)data; }

static int capture(CUstream stream, CUgraphExec *exec)
{
    int number = 4;
    CUgraph graph;
    return cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL) || cuLaunchHostFunc(stream, step, &number) || // site: related
           cuStreamEndCapture(stream, &graph) || cuGraphInstantiateWithFlags(exec, graph, 0) || cuGraphDestroy(graph);
}

int main(void)
{
    CUcontext context;
    CUstream stream;
    CUgraphExec exec;
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuStreamCreate(&stream, 0) || capture(stream, &exec))
        return 1;
    cuGraphLaunch(exec, stream); // expect: graph-stale severity=warning arg=hGraphExec state=freed says=userData says=has_returned
    cuStreamSynchronize(stream);
    return cuGraphExecDestroy(exec) || cuStreamDestroy(stream);
}
