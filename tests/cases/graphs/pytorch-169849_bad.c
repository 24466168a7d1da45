/* Seen: wrong values when a graph is replayed.
 * Was: the list of addresses that a captured copy takes to the device is a vector of the function that captured, and is gone.
 * https://github.com/pytorch/pytorch/issues/169849 */
#include "cuda_runtime.h"

static cudaGraph_t graph;

static void __attribute__((noinline)) capture(cudaStream_t stream, void *device)
{
    void **list = malloc(4096);
    for (int i = 0; i < 512; i++)
        list[i] = device;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device, list, 4096, cudaMemcpyHostToDevice, stream);
    cudaStreamEndCapture(stream, &graph);
    free(list);
}

int main(void)
{
    void *device;
    cudaStream_t stream;
    cudaGraphExec_t exec;
    cudaMalloc(&device, 4096);
    cudaStreamCreate(&stream);
    capture(stream, device);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream); // expect: graph-stale api=cudaGraphLaunch object=host-memory state=freed
    cudaStreamSynchronize(stream);
    return 0;
}
