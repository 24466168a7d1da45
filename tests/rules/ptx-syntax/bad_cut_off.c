#include "cuda_runtime.h"
#include "cuda.h"

static const char half[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n    .reg .b64 %rd<3>;\n    ld.param.u64 %r";

int main(void)
{
    CUmodule module;
    cudaFree(0);
    cuModuleLoadData(&module, half); // expect: ptx-syntax arg=image result=218
    return 0;
}
