// A graph's kernel writes managed memory; nothing waits for the launch of the graph.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&p, 4096);
    p[0] = 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<1, 256, 0, stream>>>(p, 7);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    p[1] = 3;
    cudaGraphLaunch(exec, stream); // site: related
    int early = p[1]; // expect: host-read-in-flight says=kernel_fill
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(p);
    return early < 0;
}
