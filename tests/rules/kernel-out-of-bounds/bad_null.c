// options: --no-rules unchecked-error
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 1, v = 3;
    CUdeviceptr p = 0;
    LAUNCH(f, 1, 1, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds api=cuLaunchKernel arg=p says=through_a_null_pointer
    cuCtxSynchronize();
    return 0;
}
