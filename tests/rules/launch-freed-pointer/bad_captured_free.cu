// nvcc: -arch=sm_75 -lineinfo
/* A capture allocates, frees and then uses what it has freed. */
#include <cuda_runtime.h>

__global__ void add(float *x) { x[threadIdx.x] += 1; }

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
    add<<<1, 32, 0, stream>>>(memory); // expect: launch-freed-pointer severity=warning arg=x object=device-memory state=freed
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
