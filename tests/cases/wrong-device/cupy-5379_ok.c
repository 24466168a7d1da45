/* The repaired twin: device 1 may reach the memory of device 0.
 * https://github.com/cupy/cupy/issues/5379 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    int *a, *b, *out;
    case_kernels();
    if (cudaMalloc((void **)&a, 64) || cudaMemset(a, 0, 64) || cudaDeviceSynchronize() || cudaSetDevice(1) ||
        cudaDeviceEnablePeerAccess(0, 0))
        return 1;
    if (cudaMalloc((void **)&b, 64) || cudaMalloc((void **)&out, 64) || cudaMemset(b, 0, 64))
        return 2;
    LAUNCH(gather, 1, 1, 0, 0, &out, &b, &a);
    return cudaDeviceSynchronize() || cudaFree(a) || cudaFree(b) || cudaFree(out);
}
