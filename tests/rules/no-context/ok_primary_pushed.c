#include "cuda.h"

/* A device's own context, pushed for some calls; a context that is set, and NULL after the last call. */
int main(void)
{
    CUdevice device;
    CUcontext context = NULL, made = NULL;
    CUdeviceptr p;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxPushCurrent(context) || cuMemAlloc(&p, 4096) || cuMemFree(p) ||
        cuCtxPopCurrent(&context) || cuDevicePrimaryCtxRelease(device))
        return 1;
    return cuCtxCreate(&made, NULL, 0, device) || cuMemAlloc(&p, 64) || cuMemFree(p) || cuCtxSetCurrent(NULL) || cuCtxSetCurrent(made) || cuCtxDestroy(made);
}
