#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry none() { ret; }\n";

int main(void)
{
    CUcontext context;
    CUmodule module;
    CUjit_option options[1] = { CU_JIT_MAX_REGISTERS };
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    return cuModuleLoadDataEx(&module, ptx, 1, options, NULL); // expect: null-pointer arg=optionValues says=number_of_options_is_not_0
}
