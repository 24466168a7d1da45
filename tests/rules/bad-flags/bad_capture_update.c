#include "cuda.h"

int main(void)
{
    CUcontext context;
    CUstream stream;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
    return cuStreamUpdateCaptureDependencies(stream, NULL, 0, 2); // expect: bad-flags arg=flags
}
