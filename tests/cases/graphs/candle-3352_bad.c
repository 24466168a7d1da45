/* Seen: wrong values at replay.
 * Was: the host vector of a captured copy was freed after the capture.
 * https://github.com/huggingface/candle/pull/3352 */
#include <sys/mman.h>

#include "cuda_runtime.h"

int main(void)
{
    void *device, *host;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&device, 4096);
    cudaMallocHost(&host, 4096); // site: created
    memset(host, 1, 4096);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaFreeHost(host); // site: destroyed
    cudaGraphLaunch(exec, stream); // expect: graph-stale api=cudaGraphLaunch object=pinned-memory
    cudaStreamSynchronize(stream);
    return 0;
}
