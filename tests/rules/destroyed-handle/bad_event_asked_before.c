#include "cuda_runtime.h"

/* An event that was complete each time it was asked is destroyed. */
int main(void)
{
    cudaStream_t stream;
    cudaEvent_t event;
    enum cudaStreamCaptureStatus status;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaEventRecord(event, stream);
    cudaEventSynchronize(event);
    for (int i = 0; i < 5; i++) {
        cudaEventQuery(event);
        cudaStreamIsCapturing(stream, &status);
    }
    cudaEventDestroy(event); // site: destroyed
    cudaEventQuery(event);   // expect: destroyed-handle arg=event
    cudaStreamDestroy(stream);                     // site: destroyed
    cudaStreamIsCapturing(stream, &status); // expect: destroyed-handle arg=stream
    return 0;
}
