#include "cuda_runtime.h"
#include "capture.h"

/* The second branch of a capture reads what the first one writes: the event was recorded in front of the write. */
int main(void)
{
    cudaEvent_t fork = new_event(), join = new_event();
    begin_capture();
    cudaMemsetAsync(other, 0, SIZE, s);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t); // expect: stream-race arg=src
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaGraphExec_t exec = end_capture();
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    return 0;
}
