#include "cuda.h"

/* No context was made: the variable is still 0. */
int main(void)
{
    CUcontext context = 0;
    cuInit(0);
    cuCtxPushCurrent_v2(context);       // expect: null-handle arg=ctx object=context result=1
    return 0;
}
