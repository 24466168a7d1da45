#include "cuda.h"

int main(void)
{
    CUcontext context = test_context(); // site: created
    cuCtxDestroy(context); // site: destroyed
    cuCtxSetCurrent(context); // expect: context-destroyed arg=ctx object=context state=destroyed contained=1 result=709
    return 0;
}
