#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static char *host;
static void fill(void *value)
{
    for (int i = 0; i < SIZE; i++)
        host[i] = *(char *)value;
}

/* The host function fills the source of the copy behind it, in a stream and in a graph. */
int main(void)
{
    char *device, value = 1;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < 4; i++) {
        cudaLaunchHostFunc(s, fill, &value);
        cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    }
    cudaStreamSynchronize(s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, fill, &value);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 4; i++)
        cudaGraphLaunch(exec, s);
    return cudaDeviceSynchronize();
}
