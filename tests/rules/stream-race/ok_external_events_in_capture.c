#include "cuda_runtime.h"
#include "capture.h"

/* A graph that waits for an event of the world outside and records another one for it. */
int main(void)
{
    cudaEvent_t ready = new_event(), done = new_event();
    begin_capture();
    cudaStreamWaitEvent(s, ready, 1 /* cudaEventWaitExternal */);
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, s);
    cudaEventRecordWithFlags(done, s, 1 /* cudaEventRecordExternal */);
    cudaGraphExec_t exec = end_capture();
    for (int i = 0; i < 3; i++) {
        cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, t);
        cudaEventRecord(ready, t);
        cudaGraphLaunch(exec, s);
        cudaStreamWaitEvent(t, done, 0);
        cudaMemsetAsync(other, 0, SIZE, t);
        cudaStreamSynchronize(t);
    }
    return cudaDeviceSynchronize() != 0;
}
