#include "cuda_runtime.h"
#include "capture.h"

/* A graph and a copy of its output on another stream. */
int main(void)
{
    begin_capture();
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    cudaGraphExec_t exec = end_capture();
    cudaGraphLaunch(exec, s); // site: related
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    return 0;
}
