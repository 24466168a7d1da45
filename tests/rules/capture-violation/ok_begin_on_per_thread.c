#include "cuda_runtime.h"

/* The thread's own default stream can be captured, where the legacy one cannot. */
int main(void)
{
    char *device;
    cudaGraph_t graph;
    cudaMalloc((void **)&device, 4096);
    if (cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal))
        return 1;
    cudaMemsetAsync(device, 0, 4096, cudaStreamPerThread);
    if (cudaStreamEndCapture(cudaStreamPerThread, &graph))
        return 1;
    cudaGraphDestroy(graph);
    return cudaFree(device);
}
