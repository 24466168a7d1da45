/* A capture fails, and the graph that it should have made stays what it was, an address of nothing: a real driver would crash on it. */
#include <cuda_runtime.h>

__global__ void set(int *p) { p[threadIdx.x] = 1; }

int main()
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec = (cudaGraphExec_t)0x1234;
    int *p, *q;
    cudaStreamCreate(&stream);
    cudaMalloc(&p, 128);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    set<<<1, 32, 0, stream>>>(p);
    cudaMalloc(&q, 128); // expect: capture-violation api=cudaMalloc
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream); // site: related
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return 0;
}
