#include "cuda.h"

/* Drivers take it without a look, and crash on it later. */
int main(void)
{
    CUcontext wrong[4] = { 0 };
    cuInit(0);
    cuCtxSetCurrent((CUcontext)wrong);  // expect: unknown-handle arg=ctx object=context result=201 contained=1
    return cuCtxSetCurrent(0);
}
