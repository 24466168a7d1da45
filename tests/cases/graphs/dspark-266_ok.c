/* Seen: a capture fails after 29 hours, when code is loaded in the middle of it.
 * Is: where the driver permits it, a module that is loaded during a relaxed capture is nothing to report.
 * https://github.com/MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark/issues/266 */
#include "../kernels.h"

int main(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    CUmodule module;
    case_kernels();
    if (cudaStreamCreate(&stream) || cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed))
        return 1;
    if (cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n"))
        return 2;
    LAUNCH(empty, 1, 1, 0, stream, NULL);
    return cudaStreamEndCapture(stream, &graph) || cudaGraphDestroy(graph) || cuModuleUnload(module) || cudaStreamDestroy(stream);
}
