// A cooperative grid must be resident at once; this one has a million blocks.
#include "test_kernels.h"

int main(void)
{
    test_context();
    CUmodule module;
    CUfunction function;
    CUdeviceptr p;
    cuModuleLoadData(&module, test_ptx);
    cuModuleGetFunction(&function, module, "count");
    cuMemAlloc(&p, 4);
    void *args[] = {&p};
    cuLaunchCooperativeKernel(function, 1 << 20, 1, 1, 1024, 1, 1, 0, 0, args); // expect: launch-resources api=cuLaunchCooperativeKernel result=720 arg=gridDimX
    cuMemFree(p);
    cuModuleUnload(module);
    return 0;
}
