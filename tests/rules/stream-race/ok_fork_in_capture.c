#include "cuda_runtime.h"
#include "capture.h"

/* Two branches of a capture that wait for each other where they use the same memory, and only there. */
int main(void)
{
    cudaEvent_t fork = new_event(), join = new_event();
    begin_capture();
    cudaMemsetAsync(other, 0, SIZE, s);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaMemcpyAsync(device, host, SIZE / 2, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device + SIZE / 2, 0, SIZE / 2, t);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaGraphExec_t exec = end_capture();
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    return 0;
}
