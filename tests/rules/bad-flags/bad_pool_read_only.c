#include "cuda_runtime.h"

int main(void)
{
    struct cudaMemPoolProps properties = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } };
    struct cudaMemAccessDesc access = { properties.location, cudaMemAccessFlagsProtRead };
    cudaMemPool_t pool;
    cudaMemPoolCreate(&pool, &properties);
    cudaMemPoolSetAccess(pool, &access, 1);     // expect: bad-flags arg=descList->flags result=801
    access.flags = cudaMemAccessFlagsProtNone;
    cudaMemPoolSetAccess(pool, &access, 1);     // expect: bad-flags arg=descList->flags result=101
    access.flags = cudaMemAccessFlagsProtReadWrite;
    return cudaMemPoolSetAccess(pool, &access, 1) || cudaMemPoolDestroy(pool);
}
