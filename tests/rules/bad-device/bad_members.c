#include "cuda_runtime.h"

/* Device numbers in structs. */
int main(void)
{
    void *a, *b, *managed;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMallocManaged(&managed, 4096, cudaMemAttachGlobal);
    struct cudaMemcpy3DPeerParms p = { .srcPtr = { a, 64, 64, 8 }, .dstPtr = { b, 64, 64, 8 }, .extent = { 64, 8, 1 }, .dstDevice = 99 };
    cudaMemcpy3DPeer(&p); // expect: bad-device arg=p->dstDevice
    struct cudaMemLocation location = { cudaMemLocationTypeDevice, 99 };
    cudaMemPrefetchAsync(managed, 4096, location, 0, 0); // expect: bad-device arg=location.id
    struct cudaMemPoolProps props = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 99 } };
    cudaMemPool_t pool;
    return cudaMemPoolCreate(&pool, &props); // expect: bad-device arg=poolProps->location.id
}
