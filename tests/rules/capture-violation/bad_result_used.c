#include "cuda_runtime.h"

/* The end of the broken capture gives no graph, and nobody looks: one cause. */
int main(void)
{
    cudaStream_t s;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec;
    void *p;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMalloc(&p, 64); // expect: capture-violation result=900
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0); // site: related
    return 0;
}
