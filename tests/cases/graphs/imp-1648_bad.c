/* Seen: illegal access on the second step.
 * Was: the address of memory that is allocated anew for each step is baked into the graph.
 * https://github.com/kekzl/imp/issues/1648 */
#include "../kernels.h"

int main(void)
{
    int *scratch, n = 64;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    case_kernels();
    cudaStreamCreate(&stream);
    cudaMallocAsync((void **)&scratch, 1 << 20, stream); // site: created
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    LAUNCH(store, 1, 64, 0, stream, &scratch, &n); // expect-soft: kernel-use-after-free api=cudaLaunchKernel object=device-memory state=freed
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaFreeAsync(scratch, stream); // site: destroyed
    cudaStreamSynchronize(stream);
    cudaGraphLaunch(exec, stream); // expect-real: graph-stale
    cudaStreamSynchronize(stream);
    return 0;
}
