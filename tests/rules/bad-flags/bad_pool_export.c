#include "cuda_runtime.h"

int main(void)
{
    struct cudaMemPoolProps properties;
    cudaMemPool_t pool;
    int fd;
    memset(&properties, 0, sizeof properties);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &properties); // site: created
    cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0); // expect: bad-flags arg=handleType object=pool
    return cudaMemPoolDestroy(pool);
}
