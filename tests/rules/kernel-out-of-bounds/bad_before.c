// unseen on a GPU: what lies in front of an allocation may be the end of the one before
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = -1;
    CUdeviceptr to = test_memory(512, 0), other = test_memory(512, 0), p;
    cuMemAlloc(&p, 512); // site: created
    cuMemsetD8(p, 0, 512);
    (void)other;
    LAUNCH(f, 1, 32, 0, &to, &p, &n, &shift); // expect-soft: kernel-out-of-bounds arg=from object=device-memory
    cuCtxSynchronize();
    return 0;
}
