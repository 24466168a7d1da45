#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    void *p;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    return cudaMalloc(&p, 64) || cudaStreamCreate(&s) || cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) ||
           cudaMemcpyAsync(p, host, 64, cudaMemcpyHostToDevice, s) || cudaStreamEndCapture(s, &graph) ||
           cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, s) || cudaStreamSynchronize(s) ||
           cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) || cudaStreamDestroy(s) || cudaFree(p);
}
