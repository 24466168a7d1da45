/* Seen: graph captures fail with 900 only under an interposer that waits now and then.
 * Is: a capture must work under this tool, too.
 * https://github.com/grgalex/nvshare/issues/22 */
#include "../kernels.h"

int main(void)
{
    int *p, n = 32;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    case_kernels();
    if (cudaMalloc((void **)&p, 128) || cudaStreamCreate(&stream) || cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
        return 1;
    for (int i = 0; i < 500; i++)
        LAUNCH(store, 1, 32, 0, stream, &p, &n);
    return cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, stream) ||
           cudaStreamSynchronize(stream) || cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) || cudaStreamDestroy(stream) || cudaFree(p);
}
