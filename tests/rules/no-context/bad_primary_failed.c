// soft only: not measured on a GPU
#include "cuda.h"

/* A device's own context that could not be had, and was pushed all the same. */
int main(void)
{
    CUcontext context = NULL;
    CUdeviceptr p = 0;
    char host[64] = { 0 };
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 5); // expect: bad-device arg=dev result=101
    cuCtxPushCurrent(context); // site: related
    cuMemAlloc(&p, 4096); // site: related
    cuMemcpyHtoD(p, host, sizeof host); // site: related
    return 0;
}
