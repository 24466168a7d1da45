#include "cuda.h"

static const char good[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n";

/* A later load that works does not make the use of the failed one right. */
int main(void)
{
    CUdevice device;
    CUcontext context;
    CUmodule module = 0;
    CUfunction function;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuModuleLoadData(&module, "<html>not found</html>"); // expect: image-not-recognized api=cuModuleLoadData
    cuModuleGetFunction(&function, module, "k"); // site: related
    if (cuModuleLoadData(&module, good) || cuModuleGetFunction(&function, module, "k"))
        return 1;
    return 0;
}
