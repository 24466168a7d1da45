#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry none() { ret; }\n";

int main(void)
{
    CUcontext context;
    CUmodule module;
    CUfunction function;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "none");
    return cuFuncSetBlockShape(function, 256, 1, 0); // expect: launch-dimensions arg=z says=is_not_a_valid_block_size
}
