/* Seen: a tool calls error 704 a bug.
 * Is: peer access that is enabled already is no bug.
 * https://github.com/cwpearson/stencil/issues/21 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int can = 0;
        cudaDeviceCanAccessPeer(&can, 0, 1);
        cudaError_t result = can ? cudaDeviceEnablePeerAccess(1, 0) : cudaSuccess;
        if (result && result != cudaErrorPeerAccessAlreadyEnabled)
            return 1;
    }
    return 0;
}
