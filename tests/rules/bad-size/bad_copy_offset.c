// soft only: a driver follows such a pitch, and crashes
#include "cuda_runtime.h"

/* Copies that begin before their address, and a pitch that no device takes. */
int main(void)
{
    static unsigned char host[4096];
    CUdeviceptr memory;
    cudaFree(NULL);
    cuMemAlloc(&memory, sizeof host);
    CUDA_MEMCPY2D flat = { .srcXInBytes = (size_t)-1, .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = memory, .dstPitch = 64, .WidthInBytes = 16, .Height = 4 };
    cuMemcpy2D(&flat); // expect: bad-size arg=pCopy->srcXInBytes result=1 says=-1
    flat.srcXInBytes = 0;
    flat.srcPitch = (size_t)1 << 46;
    cuMemcpy2D(&flat); // expect: bad-size arg=pCopy->srcPitch result=1 contained=1 says=2147483647
    struct cudaMemcpy3DParms p = { .srcPtr = { host, 64, 64, 4 }, .dstPtr = { (void *)memory, 64, 64, 4 }, .dstPos = { 0, (size_t)-2, 0 }, .extent = { 16, 4, 1 },
                                   .kind = cudaMemcpyHostToDevice };
    cudaMemcpy3D(&p); // expect: bad-size arg=p->dstPos.y result=1 says=-2
    p.dstPos.y = 0;
    p.srcPos.z = (size_t)-1;
    cudaMemcpy3DAsync(&p, NULL); // expect: bad-size arg=p->srcPos.z result=1
    return cuMemFree(memory);
}
