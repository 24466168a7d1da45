#include "cuda_runtime.h"

/* A stream that an event has drawn into the capture has not come back when it ends. */
int main(void)
{
    char *device;
    cudaStream_t first, forked;
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreate(&first);
    cudaStreamCreate(&forked);
    cudaEventCreate(&event);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal); // site: related
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(forked, event, 0);
    cudaMemsetAsync(device, 0, 4096, forked);
    return cudaStreamEndCapture(first, &graph); // expect: capture-violation result=904 says=has_been_joined
}
