/* Seen: out of memory although freed memory should do.
 * Was: a pool keeps what was freed to it.
 * https://github.com/rapidsai/dask-cuda/issues/1000 */
// env: INQUEST_SOFT_MEMORY=67108864
#include "cuda.h"

int main(void)
{
    CUdeviceptr held, p;
    test_context();
    cuMemAlloc(&held, 40 << 20);
    cuMemAlloc(&p, 40 << 20); // expect-soft: out-of-memory arg=bytesize api=cuMemAlloc result=2
    cuMemFree(held);
    return 0;
}
