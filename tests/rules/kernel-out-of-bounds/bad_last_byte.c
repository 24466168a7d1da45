// unseen on a GPU: an offset of 64 bits may be the distance to another array
// options: --no-rules kernel-uninitialized
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("wide");
    CUdeviceptr p = test_memory(1020, 0);
    size_t at = 1016;
    LAUNCH(f, 1, 1, 0, &p, &at); // expect-soft: kernel-out-of-bounds arg=p object=device-memory
    cuCtxSynchronize();
    return 0;
}
