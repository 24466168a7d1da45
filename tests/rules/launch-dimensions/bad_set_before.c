// soft only: drivers of CUDA 13 no longer look at what was set this way
#include "cuda.h"

/* The launches of CUDA 3 with shapes and sizes that no launch can have; launch-arguments/ok_set_before is a right one. */
CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes);
CUresult cuParamSetSize(CUfunction f, unsigned bytes);
CUresult cuParamSeti(CUfunction f, int offset, unsigned value);
CUresult cuLaunchGrid(CUfunction f, int width, int height);

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

int main(void)
{
    CUmodule module;
    CUfunction k;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&k, module, "k");
    cuFuncSetBlockShape(k, 5000, 1, 1); // expect: launch-dimensions arg=x result=1
    cuFuncSetBlockShape(k, 32, 0, 1);   // expect: launch-dimensions arg=y result=1
    cuParamSetSize(k, 40000);           // expect: bad-size arg=numbytes result=1
    cuParamSeti(k, 40000, 1);           // expect: bad-size arg=offset contained=1
    cuFuncSetSharedSize(k, 1 << 20);    // expect: launch-shared-memory arg=bytes result=1
    cuFuncSetBlockShape(k, 32, 1, 1);
    cuParamSetSize(k, 8);
    cuLaunchGrid(k, 0, 1);              // expect: launch-dimensions arg=grid_width result=1
    cuLaunchGrid(k, 1, 0);              // expect: launch-dimensions arg=grid_height result=1
    return 0;
}
