#include "cuda.h"

int main(void)
{
    CUcontext context;
    CUdeviceptr p;
    CUdevice device;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuMemAlloc_v2(&p, 64);
    cuDevicePrimaryCtxRelease_v2(device); // site: destroyed
    cuMemsetD8_v2(p, 0, 64); // expect-soft: context-destroyed object=context result=709
    return 0;
}
