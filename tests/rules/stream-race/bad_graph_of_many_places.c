#include "cuda_runtime.h"
#include "parts.h"

enum { PARTS = 16 };

/* Parts of a buffer go up in a graph; one of them comes back on another stream too early. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    both_ways(PARTS);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, up);
    cudaStreamSynchronize(up);
    cudaStreamBeginCapture(up, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART - 64, cudaMemcpyHostToDevice, up);
    cudaStreamEndCapture(up, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, up); // site: related
    cudaMemcpyAsync(result, device + 10 * PART - 64, 64, cudaMemcpyDeviceToHost, down);
    cudaMemcpyAsync(result, device + 10 * PART, 64, cudaMemcpyDeviceToHost, down); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    drop_parts();
    return 0;
}
