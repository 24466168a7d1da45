// nvcc: -default-stream per-thread
#include <cuda_runtime.h>

__global__ void fill(int *p, int n, int v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = v;
}

int main()
{
    int *p;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc((void **)&p, 4096);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    fill<<<1, 32, 0, stream>>>(p, 32, 1);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream); // site: related
    fill<<<1, 32>>>(p, 32, 2); // expect: stream-race object=device-memory
    cudaDeviceSynchronize();
    return cudaFree(p);
}
