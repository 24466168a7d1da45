// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    struct cudaPitchedPtr from, to;
    struct cudaExtent extent = { 64, 4, 2 };
    cudaSetDevice(0);
    cudaMalloc3D(&from, extent); // site: created
    cudaSetDevice(1);
    cudaMalloc3D(&to, extent);
    cudaFree(from.ptr); // site: destroyed
    struct cudaMemcpy3DPeerParms p = { .srcPtr = from, .srcDevice = 0, .dstPtr = to, .dstDevice = 1, .extent = extent };
    cudaMemcpy3DPeer(&p); // expect: use-after-free api=cudaMemcpy3DPeer arg=p->srcPtr object=device-memory state=freed
    return 0;
}
