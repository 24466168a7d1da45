#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = 128;
    CUdeviceptr p = test_memory(512, 0), q = test_memory(512, 0), to = test_memory(512, 0);
    (void)q;
    LAUNCH(f, 1, 32, 0, &to, &p, &n, &shift); // expect-soft: kernel-out-of-bounds arg=from object=device-memory
    cuCtxSynchronize();
    return 0;
}
