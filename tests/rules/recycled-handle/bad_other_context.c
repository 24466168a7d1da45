#include "cuda.h"

/* Values of destroyed streams are kept back, but not for ever: here the driver's next stream has one, in another context. */
int main(void)
{
    CUcontext first, second;
    CUdevice device;
    CUevent event;
    CUstream stale, fresh, others[40];
    test_context();
    cuCtxGetCurrent(&first);
    cuCtxGetDevice(&device);
    cuCtxCreate_v2(&second, 0, device);
    cuCtxSetCurrent(first);
    cuEventCreate(&event, 0);
    for (int i = 0; i < 40; i++) {
        cuStreamCreate(&others[i], 0);
        cuStreamDestroy_v2(others[i]);
    }
    cuStreamCreate(&stale, 0); // site: related
    cuStreamDestroy_v2(stale);
    cuCtxSetCurrent(second);
    cuStreamCreate(&fresh, 0); // site: created
    if (fresh != stale)
        return 77;
    cuCtxSetCurrent(first);
    cuEventRecord(event, stale); // expect-soft: recycled-handle arg=hStream object=stream state=live
    return 0;
}
