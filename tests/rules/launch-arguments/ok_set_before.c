// soft only: drivers of CUDA 13 no longer look at what was set this way
#include "cuda.h"

/* The launches of CUDA 3: shape and parameters are set before, one by one. */
CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes);
CUresult cuParamSetSize(CUfunction f, unsigned bytes);
CUresult cuParamSeti(CUfunction f, int offset, unsigned value);
CUresult cuParamSetv(CUfunction f, int offset, void *from, unsigned bytes);
CUresult cuLaunchGrid(CUfunction f, int width, int height);

static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 x)\n{\n .reg .b64 %a<3>;\n .reg .b32 %r<4>;\n"
                           " ld.param.u64 %a1, [p];\n ld.param.u32 %r1, [x];\n mov.u32 %r2, %tid.x;\n mul.wide.u32 %a2, %r2, 4;\n add.u64 %a1, %a1, %a2;\n"
                           " st.global.u32 [%a1], %r1;\n ret;\n}\n";

int main(void)
{
    CUmodule m;
    CUfunction f;
    CUdeviceptr memory;
    int host[32] = { 0 };
    test_context();
    if (cuModuleLoadData(&m, text) || cuModuleGetFunction(&f, m, "k") || cuMemAlloc(&memory, sizeof host))
        return 1;
    if (cuFuncSetBlockShape(f, 32, 1, 1) || cuFuncSetSharedSize(f, 64) || cuParamSetv(f, 0, &memory, 8) || cuParamSeti(f, 8, 7) || cuParamSetSize(f, 12) ||
        cuLaunchGrid(f, 1, 1))
        return 1;
    return cuMemcpyDtoH(host, memory, sizeof host) || host[31] != 7 || cuMemFree(memory) || cuModuleUnload(m);
}
