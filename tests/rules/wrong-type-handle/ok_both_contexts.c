#include "cuda.h"

/* A context of its own beside the primary one: each ends in its own way. */
int main(void)
{
    CUdevice device;
    CUcontext context, own;
    cuInit(0);
    cuDeviceGet(&device, 0);
    return cuDevicePrimaryCtxRetain(&context, device) || cuCtxCreate(&own, NULL, 0, device) || cuCtxDestroy(own) || cuCtxSetCurrent(context) || cuCtxSynchronize() ||
           cuDevicePrimaryCtxRelease(device);
}
