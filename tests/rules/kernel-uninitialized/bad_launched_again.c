#include "test_kernels.h"

/* The same mistake in each launch, each time elsewhere: what is told is all of one of them. */
int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 8;
    CUdeviceptr from, to = test_memory(128, -1);
    cuMemAlloc(&from, 128); // site: created
    for (int shift = 0; shift < 32; shift += 8)
        LAUNCH(f, 1, 32, 0, &to, &from, &n, &shift); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory state=live says=is_byte_0_of_128_bytes
    cuCtxSynchronize();
    return 0;
}
