#include "cuda_runtime.h"

/* A level of a mipmapped array cannot be named in the copy itself. */
int main(void)
{
    static unsigned char host[4096];
    CUdeviceptr memory;
    cudaFree(NULL);
    cuMemAlloc(&memory, sizeof host);
    CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .srcHeight = 4, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = memory, .dstPitch = 64, .dstHeight = 4, .dstLOD = 1, .WidthInBytes = 16, .Height = 4, .Depth = 1 };
    cuMemcpy3D(&copy);               // expect-soft: bad-subresource arg=pCopy->dstLOD result=1 says=cuMipmappedArrayGetLevel
    copy.dstLOD = 0;
    copy.srcLOD = 0xffffffff;
    cuMemcpy3DAsync(&copy, NULL);    // expect-soft: bad-subresource arg=pCopy->srcLOD result=1
    return cuMemFree(memory);
}
