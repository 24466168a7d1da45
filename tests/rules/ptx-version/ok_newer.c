// soft only: a driver refuses the version
#include "cuda.h"

/* Newer versions and targets are nothing bad where all that follows is known. */
int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    if (cuModuleLoadData(&m, ".version 9.7\n.target sm_130f\n.address_size 64\n.visible .entry k(){ret;}\n") || cuModuleGetFunction(&f, m, "k"))
        return 1;
    if (cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL))
        return 1;
    return cuCtxSynchronize() || cuModuleUnload(m);
}
