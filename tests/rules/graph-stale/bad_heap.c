#include <stdlib.h>

#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    char *host = calloc(1, 4096); // site: created
    cudaMalloc(&d, 4096);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, host, 4096, cudaMemcpyHostToDevice, s); // site: related
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    free(host);
    cudaGraphLaunch(exec, s); // expect: graph-stale arg=graphExec object=host-memory state=freed
    return cudaStreamSynchronize(s);
}
