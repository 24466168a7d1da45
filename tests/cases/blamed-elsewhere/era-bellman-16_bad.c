/* Seen: later calls fail with "out of memory" although there is enough.
 * Was: the dry run that finds out how much fits never cleared its error.
 * https://github.com/matter-labs/era-bellman-cuda/pull/16 */
#include "../kernels.h"

int main(void)
{
    void *p;
    size_t size = (size_t)1 << 45;
    case_kernels();
    while (cudaMalloc(&p, size) != cudaSuccess && size > 4096) // site: related
        size >>= 12;
    LAUNCH(empty, 1, 1, 0, 0, NULL);
    cudaError_t failed = cudaGetLastError(); // expect: pending-error severity=warning api=cudaGetLastError result=2
    cudaFree(p);
    return failed == 2;
}
