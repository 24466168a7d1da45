// soft only: not measured on a GPU
#include "cuda.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n";

/* The context was never made; everything that follows, its end included, is one finding. */
static void use(CUcontext context)
{
    CUdeviceptr p = 0;
    CUmodule module = NULL;
    CUfunction function = NULL;
    void *args[] = { &p };
    cuMemAlloc(&p, 4096); // site: related
    cuModuleLoadData(&module, image); // site: related
    cuModuleGetFunction(&function, module, "k"); // site: related
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL); // site: related
    cuCtxSynchronize(); // site: related
    cuMemFree(p);
}

int main(void)
{
    CUdevice device;
    CUcontext context = NULL;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, NULL, 0x4000, device); // expect: bad-flags arg=flags result=1
    cuCtxSetCurrent(context);
    use(context);
    cuCtxDestroy(context); // site: related
    return 0;
}
