#include "cuda.h"

/* The buffer was too small: the text ends within the parameters of the kernel, where no brace is open. */
static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry scale(\n .param .u64 scale_param_0,\n .param .";

int main(void)
{
    CUcontext context;
    CUmodule module;
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context))
        return 1;
    cuModuleLoadData(&module, ptx); // expect: ptx-syntax arg=image says=line_4 says=has_no_end
    return 0;
}
