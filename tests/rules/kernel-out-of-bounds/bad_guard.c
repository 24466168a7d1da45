// options: --device-guard
/* 33 words behind the end of a small block: other blocks would lie there, but for the guard. */
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 128 + 33, v = 7;
    CUdeviceptr p = 0, neighbour = 0;
    cuMemAlloc(&p, 512); // site: created
    cuMemAlloc(&neighbour, 512);
    LAUNCH(f, 6, 32, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds object=device-memory
    cuCtxSynchronize(); // expect-real: earlier-fault
    cuMemFree(p);
    return 0;
}
