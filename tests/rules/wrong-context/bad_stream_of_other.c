#include "cuda.h"

static const char module_text[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n";

/* The kernel is of the current context, the stream was made in the one before. */
int main(void)
{
    CUcontext first, second;
    CUstream stream;
    CUmodule module;
    CUfunction function;
    CUdevice device;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate_v2(&first, 0, device);
    cuStreamCreate(&stream, 0);                 // site: created
    cuCtxCreate_v2(&second, 0, device);
    cuModuleLoadData(&module, module_text);
    cuModuleGetFunction(&function, module, "k");
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);    // expect: wrong-context arg=hStream object=stream result=400
    return cuCtxDestroy_v2(second) || cuCtxDestroy_v2(first);
}
