// A library that asks whether a thread has a context, and makes one if it has none.
#include "cuda.h"

int main(void)
{
    CUdevice device;
    CUcontext context;
    cuInit(0);
    if (cuCtxGetDevice(&device) == 0)
        return 1;
    test_context();
    return cuCtxGetDevice(&device) || cuCtxGetCurrent(&context);
}
