#include "cuda_runtime.h"

/* The capture has ended; nothing is under way that the second call could not go together with. */
int main(void)
{
    cudaStream_t s;
    cudaGraph_t graph, none;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamEndCapture(s, &graph);
    cudaGraphDestroy(graph);
    return cudaStreamEndCapture(s, &none); // expect: capture-violation result=401 says=it_has_ended_since unsaid=under_way
}
