#include <stdlib.h>

#include "cuda_runtime.h"

/* The block is freed after the last launch, others before. */
int main(void)
{
    void *d;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    char *other = malloc(4096), *host = calloc(1, 4096);
    cudaMalloc(&d, 4096);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, host, 4096, cudaMemcpyHostToDevice, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    free(other);
    if (cudaGraphLaunch(exec, s) || cudaStreamSynchronize(s))
        return 1;
    free(host);
    return 0;
}
