#include "cuda.h"

int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    return cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n") ||
           cuModuleGetFunction(&f, m, "k") || cuLaunchKernel(f, 1, 1, 1, 1024, 1, 1, 0, NULL, NULL, NULL) ||
           cuLaunchKernel(f, 2, 3, 4, 8, 8, 16, 0, NULL, NULL, NULL) || cuCtxSynchronize() || cuModuleUnload(m);
}
