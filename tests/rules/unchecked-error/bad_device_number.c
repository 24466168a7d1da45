#include "cuda.h"

/* Nobody looks at the result of cuDeviceGet: the device number is whatever the variable held, and everything after it fails. */
int main(void)
{
    char name[64];
    CUdevice device = (CUdevice)0xcccccccc, second = -1;
    CUcontext context = NULL;
    CUdeviceptr memory = 0;
    cuInit(0);
    cuDeviceGet(&device, 4); // site: related
    cuDeviceGetName(name, sizeof name, device); // expect: unchecked-error arg=dev api=cuDeviceGetName result=101
    cuCtxCreate(&context, NULL, 0, device);
    cuMemAlloc(&memory, 64);
    cuDeviceGetByPCIBusId(&second, "0000:ff:1f.7"); // site: related
    cuCtxCreate(&context, NULL, 0, second); // expect: unchecked-error arg=dev api=cuCtxCreate says=cuDeviceGetByPCIBusId_returned
    return 0;
}
