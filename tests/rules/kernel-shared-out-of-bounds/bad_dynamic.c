#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("dynamic_shared");
    unsigned step = 1;
    LAUNCH(f, 1, 64, 128, &step); // expect-soft: kernel-shared-out-of-bounds says=shared_offset_0x80
    cuCtxSynchronize();
    return 0;
}
