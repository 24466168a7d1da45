#include "cuda.h"

int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    return cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k() .reqntid 128 {ret;}\n") ||
           cuModuleGetFunction(&f, m, "k") || cuLaunchKernel(f, 2, 1, 1, 128, 1, 1, 0, NULL, NULL, NULL) || cuCtxSynchronize() || cuModuleUnload(m);
}
