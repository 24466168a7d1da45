// soft only: drivers of CUDA 13 no longer look at what was set this way
#include "cuda.h"

/* The launches of CUDA 3 take the block and the parameters from calls that are missing here. */
CUresult cuLaunch(CUfunction f);
CUresult cuLaunchGrid(CUfunction f, int width, int height);

int main(void)
{
    static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n";
    CUmodule m;
    CUfunction f;
    test_context();
    if (cuModuleLoadData(&m, text) || cuModuleGetFunction(&f, m, "k"))
        return 1;
    cuLaunch(f);            // expect: launch-arguments arg=f result=1 says=cuFuncSetBlockShape
    cuLaunchGrid(f, 4, 1);  // expect: launch-arguments arg=f result=1
    return cuModuleUnload(m);
}
