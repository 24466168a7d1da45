/* Seen: illegal memory access.
 * Was: an array of GPU 0 is given to a kernel on GPU 1, without peer access.
 * https://github.com/cupy/cupy/issues/5379 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    int *a, *b, *out;
    case_kernels();
    cudaMalloc((void **)&a, 64); // site: created
    cudaMemset(a, 0, 64);
    cudaSetDevice(1);
    cudaMalloc((void **)&b, 64);
    cudaMalloc((void **)&out, 64);
    cudaMemset(b, 0, 64);
    LAUNCH(gather, 1, 1, 0, 0, &out, &b, &a); // expect-soft: not-accessible api=cudaLaunchKernel object=device-memory // expect-real: launch-wrong-device
    cudaDeviceSynchronize();
    return 0;
}
