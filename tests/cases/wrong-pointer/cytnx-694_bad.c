/* Seen: error 700 in the arithmetic of a tensor with a scalar.
 * Was: the scalar operand was passed by the address of a variable on the host's stack.
 * https://github.com/Cytnx-dev/Cytnx/pull/694 */
#include "../kernels.h"

int main(void)
{
    int scalar = 0, *out, *data, *operand = &scalar;
    case_kernels();
    cudaMalloc((void **)&out, 64);
    cudaMalloc((void **)&data, 64);
    cudaMemset(data, 0, 64);
    LAUNCH(gather, 1, 1, 0, 0, &out, &operand, &data); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel // expect-real: launch-host-pointer
    cudaDeviceSynchronize(); // site-soft: related
    return 0;
}
