// options: --schedule late
#include "../../cases/kernels.h"

/* What the kernel was seen to do is not told beside it. */
int main(void)
{
    int *d;
    unsigned n = 32;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    case_kernels();
    cudaStreamCreate(&s);
    cudaMalloc((void **)&d, 4096); // site: created
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    LAUNCH(store, 1, 32, 0, s, &d, &n); // site: related
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaFree(d); // site: destroyed
    cudaGraphLaunch(exec, s); // expect: graph-stale arg=graphExec object=device-memory state=freed severity=error
    return cudaStreamSynchronize(s) && 0;
}
