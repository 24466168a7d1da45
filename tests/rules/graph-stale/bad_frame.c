#include "cuda_runtime.h"

/* The source of the copy is an array of a function that has returned when the graph runs. */
static __attribute__((noinline)) cudaGraphExec_t record(void *d, cudaStream_t s)
{
    float table[64];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    for (int i = 0; i < 64; i++)
        table[i] = (float)i;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, table, sizeof table, cudaMemcpyHostToDevice, s); // site: related
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

int main(void)
{
    void *d;
    cudaStream_t s;
    cudaMalloc(&d, 256);
    cudaStreamCreate(&s);
    cudaGraphExec_t exec = record(d, s);
    cudaGraphLaunch(exec, s); // expect: graph-stale arg=graphExec object=host-memory state=freed says=a_local_variable_of_a_function_that_has_returned
    return cudaStreamSynchronize(s);
}
