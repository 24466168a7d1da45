#include "scale_kernel.h"

/* The flag says that the factor comes by address, and the address is the host's: known for certain when the fault has come. */
int main(void)
{
    CUfunction f = scale_kernel();
    CUdeviceptr p = test_memory(64, 0);
    float factor = 2;
    float *address = &factor;
    unsigned by_address = 1;
    LAUNCH(f, 1, 1, 0, &p, &address, &factor, &by_address); // expect-real: launch-host-pointer arg=factor // expect-soft: kernel-out-of-bounds
    cuCtxSynchronize();
    return 0;
}
