#include "cuda_runtime.h"

int main(void)
{
    cudaStream_t s;
    cudaEvent_t a, b;
    cudaGraph_t graph;
    float ms;
    cudaEventCreate(&a); // site: created
    cudaEventCreate(&b);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(a, s);
    cudaEventRecord(b, s);
    cudaStreamEndCapture(s, &graph);
    return cudaEventElapsedTime(&ms, a, b); // expect: capture-violation arg=start object=event
}
