/* Seen: 4.5 instead of 450 frames per second; an error 700 was swallowed.
 * Was: buffers were replaced after the capture; the graph still works on the old ones.
 * https://github.com/beehive-lab/TornadoVM/issues/1006 */
#include "cuda_runtime.h"

int main(void)
{
    void *buffer;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&buffer, 4096); // site: created
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(buffer, 0, 4096, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaFree(buffer); // site: destroyed
    cudaMalloc(&buffer, 1 << 20);
    cudaGraphLaunch(exec, stream); // expect: graph-stale api=cudaGraphLaunch object=device-memory
    cudaStreamSynchronize(stream);
    return 0;
}
