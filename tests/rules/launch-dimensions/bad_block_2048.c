#include "cuda.h"

int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n");
    cuModuleGetFunction(&f, m, "k");
    cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, NULL, NULL, NULL); // expect: launch-dimensions arg=blockDimX api=cuLaunchKernel result=1
    cuModuleUnload(m);
    return 0;
}
