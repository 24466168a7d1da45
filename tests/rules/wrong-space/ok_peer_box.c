#include "cuda_runtime.h"

/* Within one device, and from an allocation into another. */
int main(void)
{
    void *from, *to;
    int failed = cudaMalloc(&from, 4096) || cudaMalloc(&to, 4096) || cudaMemset(from, 0, 4096);
    struct cudaMemcpy3DPeerParms p = { .srcPtr = { from, 64, 64, 4 }, .dstPtr = { to, 64, 64, 4 }, .extent = { 16, 4, 1 } };
    return failed || cudaMemcpy3DPeer(&p) || cudaMemcpy3DPeerAsync(&p, NULL) || cudaStreamSynchronize(NULL) || cudaFree(from) || cudaFree(to);
}
