// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    struct cudaPitchedPtr from, to;
    struct cudaExtent small = { 64, 4, 2 };
    cudaSetDevice(0);
    cudaMalloc3D(&from, (struct cudaExtent){ 64, 8, 2 });
    cudaSetDevice(1);
    cudaMalloc3D(&to, small); // site: created
    struct cudaMemcpy3DPeerParms p = { .srcPtr = from, .srcDevice = 0, .dstPtr = to, .dstDevice = 1, .extent = { 64, 8, 2 } };
    cudaMemcpy3DPeer(&p); // expect: region-overflow api=cudaMemcpy3DPeer object=device-memory
    return 0;
}
