#include <stdlib.h>
#include <string.h>
#include "struct_kernel.h"

/* `last` points into freed memory, but the kernel only compares it; the freed pointer in the struct lies where the kernel reads no pointer. */
int main(void)
{
    CUfunction f = struct_kernel();
    CUdeviceptr gone = test_memory(1 << 20, 0), p = test_memory(64, 0);
    cuMemFree(gone);
    struct { CUdeviceptr scale, to; unsigned n; } s = { gone, p, 1 };
    gone += 512;
    LAUNCH(f, 1, 1, 0, &s, &gone);
    return cuCtxSynchronize();
}
