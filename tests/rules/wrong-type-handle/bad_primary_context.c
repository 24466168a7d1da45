#include "cuda.h"

/* The primary context is given back, not destroyed. */
int main(void)
{
    CUdevice device;
    CUcontext context;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuCtxDestroy(context);  // expect: wrong-type-handle arg=ctx object=context result=201 says=primary_context
    return cuCtxSynchronize() || cuDevicePrimaryCtxRelease(device);
}
