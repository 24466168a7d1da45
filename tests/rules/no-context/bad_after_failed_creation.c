#include "cuda.h"

/* The second attempt succeeds: that no context is current later has another reason. */
int main(void)
{
    CUdevice device;
    CUcontext context = NULL;
    CUdeviceptr p;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, NULL, 0x4000, device); // expect: bad-flags arg=flags result=1
    if (cuCtxCreate(&context, NULL, 0, device))
        return 1;
    cuCtxSetCurrent(NULL);
    cuMemAlloc(&p, 4096); // expect: no-context api=cuMemAlloc result=201
    return cuCtxDestroy(context);
}
