#include "cuda.h"

/* Source and target of the copy are swapped. */
int main(void)
{
    static char host[64];
    CUcontext context;
    CUdeviceptr device;
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuMemAlloc(&device, sizeof host))
        return 1;
    cuMemcpyHtoD((CUdeviceptr)host, (void *)device, sizeof host); // expect: wrong-space arg=dstDevice says=srcHost,_which_must_be_the_host's,_is_device_memory
    return cuMemFree(device);
}
