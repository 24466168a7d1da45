// nvcc: -arch=sm_75 -lineinfo
/* One capture frees its memory twice. */
#include <cuda_runtime.h>

int main()
{
    float *kept, *memory;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&kept, 128);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&memory, 128, stream); // site: created
    cudaMemsetAsync(memory, 0, 128, stream);
    cudaFreeAsync(memory, stream); // site: destroyed
    cudaFreeAsync(memory, stream); // expect: double-free arg=devPtr object=device-memory
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaFree(kept);
}
