#include "cuda.h"

int main(void)
{
    CUcontext context = test_context(); // site: created
    cuCtxDestroy(context); // site: destroyed
    cuCtxDestroy(context); // expect: double-destroy arg=ctx object=context contained=1 result=709
    return 0;
}
