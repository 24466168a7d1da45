#include <stdlib.h>

#include "cuda_runtime.h"

/* Both sides of a copy between devices are memory of devices. */
int main(void)
{
    void *host = malloc(4096), *device;
    cudaMalloc(&device, 4096);
    struct cudaMemcpy3DPeerParms p = { .srcPtr = { host, 64, 64, 4 }, .dstPtr = { device, 64, 64, 4 }, .extent = { 16, 4, 1 } };
    cudaMemcpy3DPeer(&p); // expect: wrong-space arg=p->srcPtr object=host-memory result=1 accepted=none
    p.srcPtr.ptr = device;
    p.dstPtr.ptr = host;
    cudaMemcpy3DPeerAsync(&p, NULL); // expect: wrong-space arg=p->dstPtr object=host-memory result=1 accepted=none
    cudaFree(device);
    free(host);
    return 0;
}
