/* A pool that says what it handed out holds all memory, most of it in no block. */
// env: INQUEST_SOFT_MEMORY=0.0625GiB
#include "cuda_runtime.h"
#include "inquest.h"

int main(void)
{
    char *pool, *more;
    if (cudaMalloc((void **)&pool, 48 << 20))
        return 1;
    for (int i = 0; i < 4; i++)
        inquest_pool_alloc(NULL, pool + (i << 20), 1 << 20);    // site-soft: related
    inquest_pool_free(pool);
    return cudaMalloc((void **)&more, 24 << 20) != cudaErrorMemoryAllocation; // expect-soft: out-of-memory result=2 arg=size says=3_MiB_(3145728_bytes)_handed_out,_and_45_MiB_(47185920_bytes)_cached
}
