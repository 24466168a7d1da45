#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 5, value = 7;
    CUdeviceptr p = test_memory(512, 0);
    cuMemcpyHtoD(p + 508, &value, 4);
    LAUNCH(f, 2, 128, 0, &p, &limit); // expect-soft: kernel-assert api=cuLaunchKernel says=thread_(127,0,0),_failed
    cuCtxSynchronize();
    return 0;
}
