#include "cuda.h"

/* The context was never made: what needs it follows from that. */
int main(void)
{
    CUcontext context;
    CUdeviceptr memory;
    cuInit(0);
    cuCtxCreate(&context, NULL, 0, 1000); // expect: bad-device arg=dev
    cuMemAlloc(&memory, 64); // site: related
    return 0;
}
