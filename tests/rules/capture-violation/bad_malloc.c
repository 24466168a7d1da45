#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaStream_t s;
    cudaGraph_t graph = NULL;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); // site: related
    cudaMalloc(&p, 64); // expect: capture-violation api=cudaMalloc result=900
    cudaStreamEndCapture(s, &graph);
    cudaStreamDestroy(s);
    return 0;
}
