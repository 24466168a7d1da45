#include "cuda.h"

int main(void)
{
    CUdeviceptr p, q;
    CUcontext context;
    test_context();
    cuCtxGetCurrent(&context);
    cuMemAlloc_v2(&p, 4096);
    cuMemAlloc_v2(&q, 4096);
    CUDA_MEMCPY3D_PEER copy = { .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = p, .srcContext = context, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                .dstDevice = q, .dstContext = (CUcontext)0x1234, .WidthInBytes = 64, .Height = 1, .Depth = 1 };
    return cuMemcpy3DPeer(&copy); // expect: unknown-handle arg=pCopy->dstContext object=context contained=1
}
