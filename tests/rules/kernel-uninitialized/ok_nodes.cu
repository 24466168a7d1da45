// nvcc: -arch=sm_75 -lineinfo
/* Nodes of a graph write all that its kernel reads. */
#include <cuda_runtime.h>

__global__ void add(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] += from[i];
}

int main()
{
    const int n = 512;
    static int host[n];
    int *to, *from;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&to, sizeof host);
    cudaMalloc(&from, sizeof host);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(to, 0, sizeof host, stream);
    cudaMemcpyAsync(from, host, sizeof host, cudaMemcpyHostToDevice, stream);
    add<<<n / 256, 256, 0, stream>>>(to, from, n);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 2; i++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaFree(to) || cudaFree(from);
}
