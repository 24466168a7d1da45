#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The result of a graph is read before anything has waited for it. */
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
    cudaGraphLaunch(exec, s); // site: related
    volatile char early = host[100]; // expect: host-read-in-flight object=pinned-memory
    (void)early;
    cudaStreamSynchronize(s);
    return 0;
}
