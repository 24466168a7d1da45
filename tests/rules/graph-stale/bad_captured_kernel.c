#include "../../cases/kernels.h"

int main(void)
{
    int *d;
    unsigned n = 0;
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
    cudaGraphLaunch(exec, s); // expect: graph-stale arg=graphExec object=device-memory state=freed severity=warning
    return cudaStreamSynchronize(s);
}
