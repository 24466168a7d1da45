/* Seen: invalid stream handle with two GPUs.
 * Was: the stream was created before cudaSetDevice and belongs to the other GPU.
 * https://github.com/microsoft/onnxruntime/issues/18432 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    cudaStream_t stream;
    case_kernels();
    cudaStreamCreate(&stream); // site: created
    cudaSetDevice(1);
    LAUNCH(empty, 1, 1, 0, stream, NULL); // expect: launch-wrong-device api=cudaLaunchKernel arg=stream object=stream severity=warning
    return 0;
}
