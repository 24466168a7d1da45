/* Seen: a launch is reported to fail with "peer access is already enabled".
 * Was: that answer of cudaDeviceEnablePeerAccess is harmless, but it stays as the last error.
 * https://github.com/torch/cutorch/pull/112 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    case_kernels();
    cudaDeviceEnablePeerAccess(1, 0);
    cudaDeviceEnablePeerAccess(1, 0); // site: related
    LAUNCH(empty, 1, 1, 0, 0, NULL);
    if (cudaGetLastError()) // expect: pending-error severity=warning api=cudaGetLastError result=704
        return 1;
    return 0;
}
