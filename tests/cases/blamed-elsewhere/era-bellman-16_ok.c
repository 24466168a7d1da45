/* The repaired twin: the dry run reads its error.
 * https://github.com/matter-labs/era-bellman-cuda/pull/16 */
#include "../kernels.h"

int main(void)
{
    void *p;
    size_t size = (size_t)1 << 45;
    case_kernels();
    while (cudaMalloc(&p, size) != cudaSuccess && size > 4096) {
        cudaGetLastError();
        size >>= 12;
    }
    LAUNCH(empty, 1, 1, 0, 0, NULL);
    return cudaGetLastError() || cudaFree(p);
}
