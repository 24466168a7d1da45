#include "cuda.h"

/* Those of the driver API, which name no direction. */
int main(void)
{
    CUdeviceptr d;
    CUcontext ctx;
    test_context();
    cuCtxGetCurrent(&ctx);
    cuMemAlloc(&d, 8192); // site: created
    cuMemcpyDtoD(d + 16, d, 4096); // expect: overlap severity=warning arg=dstDevice object=device-memory says=overlap_by_4080_bytes
    cuMemcpy(d, d + 4000, 4096); // expect: overlap severity=warning arg=dst says=overlap_by_96_bytes
    cuMemcpyAsync(d + 1, d, 64, 0); // expect: overlap severity=warning arg=dst says=overlap_by_63_bytes
    cuMemcpyPeer(d + 16, ctx, d, ctx, 32); // expect: overlap severity=warning arg=dstDevice says=overlap_by_16_bytes
    cuCtxSynchronize();
    return cuMemFree(d);
}
