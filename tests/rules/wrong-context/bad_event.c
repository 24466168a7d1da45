#include "cuda.h"

int main(void)
{
    CUdevice device;
    CUcontext a, b;
    CUevent e;
    CUstream s;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&a, NULL, 0, device);
    cuEventCreate(&e, 0); // site: created
    cuCtxCreate(&b, NULL, 0, device);
    cuStreamCreate(&s, 0);
    cuEventRecord(e, s); // expect: wrong-context arg=hEvent object=event result=400
    return 0;
}
