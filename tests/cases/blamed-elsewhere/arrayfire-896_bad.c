/* Seen: every call after one failure seems to fail.
 * Was: the check looks at the last error with cudaPeekAtLastError, which leaves it there.
 * https://github.com/arrayfire/arrayfire/issues/896 */
#include "../kernels.h"

static int failures;
#define CHECK() (failures += cudaPeekAtLastError() != cudaSuccess)

int main(void)
{
    void *p;
    case_kernels();
    LAUNCH(empty, 1, 4096, 0, 0, NULL); // expect: launch-dimensions api=cudaLaunchKernel arg=blockDim
    CHECK();
    cudaMalloc(&p, 64);
    CHECK();
    cudaFree(p);
    CHECK();
    return 0;
}
