#include "cuda.h"

static void done(CUstream stream, CUresult result, void *user)
{
    (void)stream;
    (void)result;
    cuMemsetD8(*(CUdeviceptr *)user, 0, 64); // expect: callback-blocks api=cuMemsetD8 result=800
}

int main(void)
{
    CUcontext context;
    CUdeviceptr memory;
    CUstream stream;
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuMemAlloc(&memory, 64) || cuStreamCreate(&stream, 0))
        return 1;
    cuStreamAddCallback(stream, done, &memory, 0); // site: related
    cuStreamSynchronize(stream);
    return cuMemFree(memory) || cuStreamDestroy(stream);
}
