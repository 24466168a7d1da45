/* The repaired twin: the device is set first.
 * https://github.com/microsoft/onnxruntime/issues/18432 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    cudaStream_t stream;
    case_kernels();
    if (cudaSetDevice(1) || cudaStreamCreate(&stream))
        return 1;
    LAUNCH(empty, 1, 1, 0, stream, NULL);
    return cudaStreamSynchronize(stream) || cudaStreamDestroy(stream);
}
