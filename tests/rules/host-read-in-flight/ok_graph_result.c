#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The result of a graph, after its stream was waited for. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 5; i++) {
        cudaGraphLaunch(exec, s);
        if (cudaStreamSynchronize(s))
            return 1;
        host[i]++;
    }
    return 0;
}
