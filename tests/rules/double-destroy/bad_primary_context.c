#include "cuda.h"

int main(void)
{
    CUcontext context;
    CUdevice device;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuDevicePrimaryCtxRelease_v2(device); // site: destroyed
    return cuDevicePrimaryCtxRelease_v2(device); // expect: double-destroy arg=dev object=context result=201
}
