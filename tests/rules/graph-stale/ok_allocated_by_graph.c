/* Memory that a captured graph allocates and frees comes back with each launch. */
#include "cuda.h"

int main(void)
{
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    CUdeviceptr inside, kept, out;
    static int host[16];
    test_context();
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuMemAlloc(&out, 64);
    cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
    cuMemAllocAsync(&inside, 64, stream);
    cuMemAllocAsync(&kept, 64, stream);
    cuMemsetD32Async(inside, 1, 16, stream);
    cuMemcpyDtoDAsync(kept, inside, 64, stream);
    cuMemFreeAsync(inside, stream);
    cuStreamEndCapture(stream, &graph);
    cuGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < 3; i++) {
        cuGraphLaunch(exec, stream);
        cuMemcpyDtoDAsync(out, kept, 64, stream);
        cuMemFreeAsync(kept, stream);
    }
    cuMemcpyDtoHAsync(host, out, 64, stream);
    cuStreamSynchronize(stream);
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    cuMemFree(out);
    cuStreamDestroy(stream);
    return host[3] != 1;
}
