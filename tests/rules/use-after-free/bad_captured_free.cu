// nvcc: -arch=sm_75 -lineinfo
/* What a capture has freed is copied by the next node. */
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
    cudaMemcpyAsync(kept, memory, 128, cudaMemcpyDeviceToDevice, stream); // expect: use-after-free arg=src result=1 state=freed says=a_graph_has_freed
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
