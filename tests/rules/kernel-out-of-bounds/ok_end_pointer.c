#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("backwards");
    CUdeviceptr p = test_memory(512, 1), q = test_memory(512, 1), end = p + 512;
    (void)q;
    LAUNCH(f, 1, 1, 0, &q, &p, &end);
    cuCtxSynchronize();
    return 0;
}
