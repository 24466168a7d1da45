/* Seen: all jobs fail with CUDA 13.
 * Was: memory is allocated during a capture, from a source that is not ordered by streams.
 * https://github.com/NVIDIA/cuopt/issues/1748 */
#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    CUstream stream;
    CUgraph graph = NULL;
    test_context();
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL); // site: related
    cuMemAlloc(&p, 1024); // expect: capture-violation api=cuMemAlloc result=900
    cuStreamEndCapture(stream, &graph);
    cuStreamDestroy(stream);
    return 0;
}
