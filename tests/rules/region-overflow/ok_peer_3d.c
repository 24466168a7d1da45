// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    struct cudaPitchedPtr from, to;
    struct cudaExtent extent = { 64, 4, 2 };
    cudaSetDevice(0);
    if (cudaMalloc3D(&from, extent) || cudaSetDevice(1))
        return 77;
    cudaMalloc3D(&to, extent);
    struct cudaMemcpy3DPeerParms p = { .srcPtr = from, .srcDevice = 0, .dstPtr = to, .dstDevice = 1, .extent = extent };
    return cudaMemcpy3DPeer(&p);
}
