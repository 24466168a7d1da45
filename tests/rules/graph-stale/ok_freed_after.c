#include "cuda_runtime.h"

static char host[4096];

int main(void)
{
    void *d;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    return cudaStreamCreate(&s) || cudaMalloc(&d, 4096) || cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) ||
           cudaMemsetAsync(d, 0, 4096, s) || cudaStreamEndCapture(s, &graph) || cudaGraphInstantiate(&exec, graph, 0) ||
           cudaGraphLaunch(exec, s) || cudaGraphLaunch(exec, s) || cudaStreamSynchronize(s) || cudaGraphExecDestroy(exec) ||
           cudaGraphDestroy(graph) || cudaMemcpy(host, d, 4096, cudaMemcpyDeviceToHost) || cudaFree(d) || cudaStreamDestroy(s);
}
