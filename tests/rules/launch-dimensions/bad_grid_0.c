#include "cuda.h"

int main(void)
{
    CUmodule m;
    CUfunction f;
    int n = 0;
    test_context();
    cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n");
    cuModuleGetFunction(&f, m, "k");
    cuLaunchKernel(f, (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL); // expect: launch-dimensions arg=gridDimX result=1
    cuModuleUnload(m);
    return 0;
}
