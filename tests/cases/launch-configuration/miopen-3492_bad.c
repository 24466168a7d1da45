/* Seen: a launch fails for large tensors.
 * Was: 2^32 blocks; as an unsigned int that is none.
 * https://github.com/ROCm/MIOpen/issues/3492 */
#include "../kernels.h"

int main(void)
{
    int *p, n = 0;
    size_t elements = (size_t)1 << 40, blocks = elements / 256;
    case_kernels();
    cudaMalloc((void **)&p, 64);
    LAUNCH(store, (unsigned)blocks, 256, 0, 0, &p, &n); // expect: launch-dimensions arg=gridDim api=cudaLaunchKernel result=1
    cudaFree(p);
    return 0;
}
