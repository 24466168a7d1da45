/* A capture records the free of a buffer that was allocated before it began. */
#include <cuda_runtime.h>

int main()
{
    float *memory;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&memory, 128, stream); // site: created
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(memory, 0, 128, stream);
    cudaFreeAsync(memory, stream); // expect: wrong-free arg=devPtr object=device-memory result=1 says=allocated_outside_of_captures unsaid=cudaFree_
    cudaStreamEndCapture(stream, &graph);
    cudaGraphDestroy(graph);
    cudaFreeAsync(memory, stream);
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
}
