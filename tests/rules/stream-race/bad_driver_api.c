#include "cuda.h"

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUstream a, b;
    CUdeviceptr memory;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuMemAlloc(&memory, 4096);
    cuStreamCreate(&a, CU_STREAM_NON_BLOCKING);
    cuStreamCreate(&b, CU_STREAM_NON_BLOCKING);
    cuMemsetD8Async(memory, 1, 4096, a); // site: related
    cuMemsetD32Async(memory + 4092, 2, 1, b); // expect: stream-race arg=dstDevice api=cuMemsetD32Async
    cuCtxSynchronize();
    cuMemFree(memory);
    return 0;
}
