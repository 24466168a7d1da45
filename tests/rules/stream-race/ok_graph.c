#include "cuda_runtime.h"

/* A captured fork and join, launched over and over; work around it is ordered by its stream. */
int main(void)
{
    char *device, *host;
    cudaStream_t main_stream, side;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc((void **)&device, 8192);
    cudaMallocHost((void **)&host, 4096);
    cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
    cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(device, 1, 4096, main_stream);
    cudaEventRecord(fork, main_stream);
    cudaStreamWaitEvent(side, fork, 0);
    cudaMemsetAsync(device + 4096, 2, 4096, side);
    cudaEventRecord(join, side);
    cudaStreamWaitEvent(main_stream, join, 0);
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, main_stream);
    cudaStreamEndCapture(main_stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 4; i++) {
        cudaMemsetAsync(device, i, 8192, main_stream);
        cudaGraphLaunch(exec, main_stream);
    }
    cudaStreamSynchronize(main_stream);
    cudaMemsetAsync(device, 0, 8192, side);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
