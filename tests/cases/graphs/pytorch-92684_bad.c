/* Seen: capture fails in an operation whose output size depends on data.
 * Was: the operation waits for its stream to read the size back.
 * https://github.com/pytorch/pytorch/issues/92684 */
#include "../kernels.h"

int main(void)
{
    int *p, n = 32;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    case_kernels();
    cudaMalloc((void **)&p, 128);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // site: related
    LAUNCH(store, 1, 32, 0, stream, &p, &n);
    cudaStreamSynchronize(stream); // expect: capture-violation api=cudaStreamSynchronize result=900
    cudaStreamEndCapture(stream, &graph);
    cudaStreamDestroy(stream);
    cudaFree(p);
    return 0;
}
