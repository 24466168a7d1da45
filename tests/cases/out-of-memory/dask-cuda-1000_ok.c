/* The twin: an allocator frees and asks again; its first failure is nothing to report.
 * https://github.com/rapidsai/dask-cuda/issues/1000 */
// env: INQUEST_SOFT_MEMORY=67108864
#include "cuda.h"

int main(void)
{
    CUdeviceptr held, p;
    test_context();
    if (cuMemAlloc(&held, 40 << 20))
        return 1;
    if (cuMemAlloc(&p, 40 << 20)) {
        cuMemFree(held);
        if (cuMemAlloc(&p, 40 << 20))
            return 2;
    }
    return cuMemFree(p);
}
