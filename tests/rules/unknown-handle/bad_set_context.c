#include "cuda.h"

static int data[16];

int main(void)
{
    cuInit(0);
    cuCtxSetCurrent((CUcontext)data);   // expect-soft: unknown-handle arg=ctx object=context result=201
    return cuCtxSetCurrent(0);
}
