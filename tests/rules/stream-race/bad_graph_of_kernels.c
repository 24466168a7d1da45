#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    CUdeviceptr x = test_memory(64, 0), total = test_memory(4, 0);
    CUgraph graph;
    CUgraphExec exec;
    cuCtxSynchronize();
    cuStreamBeginCapture_v2(a, CU_STREAM_CAPTURE_MODE_GLOBAL);
    ON(a, fill, &x, &n, &v);
    cuStreamEndCapture(a, &graph);
    cuGraphInstantiate(&exec, graph, 0);
    ON(b, sum, &total, &x, &n);         // site: related
    cuGraphLaunch(exec, a);             // expect: stream-race api=cuGraphLaunch
    cuCtxSynchronize();
    cuGraphExecDestroy(exec);
    return cuGraphDestroy(graph);
}
