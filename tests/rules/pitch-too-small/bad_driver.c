#include "cuda.h"

int main(void)
{
    static char host[640];
    CUdeviceptr d;
    test_context();
    cuMemAlloc_v2(&d, 4096);
    CUDA_MEMCPY2D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 32, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = d,
                           .dstPitch = 64, .WidthInBytes = 64, .Height = 4 };
    cuMemcpy2D_v2(&copy); // expect: pitch-too-small api=cuMemcpy2D arg=pCopy->srcPitch
    return cuMemsetD2D32_v2(d, 64, 0, 64, 4); // expect: pitch-too-small api=cuMemsetD2D32 arg=dstPitch
}
