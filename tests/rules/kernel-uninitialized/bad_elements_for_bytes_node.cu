// unseen on a GPU: a launch of a graph counts as writing all of the memory
// nvcc: -arch=sm_75 -lineinfo
/* The memset whose size is a number of elements is a node: the call that made it is wrong, not the one that launches the graph. */
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
    cudaMemsetAsync(to, 0, n, stream); // site-soft: related
    cudaMemcpyAsync(from, host, sizeof host, cudaMemcpyHostToDevice, stream);
    add<<<n / 256, 256, 0, stream>>>(to, from, n); // expect-soft: kernel-uninitialized severity=warning says=cudaMemsetAsync_wrote_only_the_first_512_bytes,_but_512_elements_have_2048_bytes
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
