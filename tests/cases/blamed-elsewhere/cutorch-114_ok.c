/* The repaired twin: the harmless answer is read at once.
 * https://github.com/torch/cutorch/pull/114 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    case_kernels();
    cudaDeviceEnablePeerAccess(1, 0);
    if (cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
    LAUNCH(empty, 1, 1, 0, 0, NULL);
    return cudaGetLastError();
}
