#include "cuda.h"

/* A new context may have the address of the old one, and so has a primary context that comes back after its reset. */
int main(void)
{
    CUdeviceptr p;
    CUcontext context = test_context();
    for (int i = 0; i < 8; i++) {
        if (cuCtxDestroy(context) || cuCtxCreate_v2(&context, 0, 0) || cuCtxSetCurrent(NULL) || cuCtxSetCurrent(context))
            return 1;
    }
    if (cuDevicePrimaryCtxRetain(&context, 0) || cuDevicePrimaryCtxReset(0) || cuCtxSetCurrent(context))
        return 2;
    return cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuMemAlloc(&p, 64) || cuMemFree(p);
}
