#include "cuda.h"

/* Numbers that are none of an enumeration's values, as arguments and in structs. */
int main(void)
{
    static char host[64];
    CUdeviceptr p;
    CUstream s;
    CUgraph graph;
    test_context();
    cuMemAllocManaged(&p, 4096, CU_MEM_ATTACH_GLOBAL);
    cuStreamCreate(&s, 0);
    CUmemLocation device = { CU_MEM_LOCATION_TYPE_DEVICE, 0 };
    cuMemAdvise_v2(p, 4096, (CUmem_advise)77, device); // expect: bad-flags api=cuMemAdvise arg=advice
    cuStreamBeginCapture_v2(s, (CUstreamCaptureMode)9); // expect: bad-flags arg=mode
    CUDA_MEMCPY2D copy = { .srcMemoryType = (CUmemorytype)9, .srcHost = host, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = p, .WidthInBytes = 64, .Height = 1 };
    cuMemcpy2D_v2(&copy); // expect: bad-flags api=cuMemcpy2D arg=pCopy->srcMemoryType
    CUmemAllocationProp prop = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    CUmemGenericAllocationHandle memory;
    cuMemCreate(&memory, 2 << 20, &prop, 0); // expect: bad-flags arg=prop->type
    return cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_RELAXED) || cuStreamEndCapture(s, &graph);
}
