#include "cuda.h"

enum { EVENTS = 3, ROUNDS = 12, BYTES = 1 << 20 };

static char host[64];

/* Three events in turns, by a program that makes its context current before each call. */
int main(void)
{
    CUdeviceptr memory;
    CUcontext context;
    CUstream fill, copy;
    CUevent filled[EVENTS], copied;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuMemAlloc(&memory, BYTES);
    cuStreamCreate(&fill, CU_STREAM_NON_BLOCKING);
    cuStreamCreate(&copy, CU_STREAM_NON_BLOCKING);
    cuEventCreate(&copied, 0);
    for (int i = 0; i < EVENTS; i++)
        cuEventCreate(&filled[i], 0);
    for (int i = 0; i < ROUNDS; i++) {
        cuCtxSetCurrent(context);
        cuMemsetD8Async(memory, (unsigned char)i, BYTES, fill);
        cuCtxSetCurrent(context);
        cuEventRecord(filled[i % EVENTS], fill);
        cuCtxSetCurrent(context);
        cuStreamWaitEvent(copy, filled[i % EVENTS], 0);
        cuMemcpyDtoHAsync(host, memory, 16, copy);
        cuEventRecord(copied, copy);
        cuCtxSetCurrent(context);
        cuStreamWaitEvent(fill, copied, 0);
    }
    cuCtxSynchronize();
    for (int i = 0; i < EVENTS; i++)
        cuEventDestroy(filled[i]);
    cuEventDestroy(copied);
    cuStreamDestroy(fill);
    cuStreamDestroy(copy);
    cuMemFree(memory);
    cuDevicePrimaryCtxRelease(0);
    return 0;
}
