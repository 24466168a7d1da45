#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("dynamic_shared");
    unsigned step = 1;
    LAUNCH(f, 1, 1, 0, &step); // expect-soft: kernel-shared-out-of-bounds says=shared_offset_0x0
    cuCtxSynchronize();
    return 0;
}
