#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 4096); // site: created
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(d, 0, 4096, s); // site: related
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaFree(d); // site: destroyed
    cudaGraphLaunch(exec, s); // expect: graph-stale arg=graphExec object=device-memory state=freed
    cudaStreamSynchronize(s);
    return 0;
}
