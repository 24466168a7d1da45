#include "kernel_streams.h"

/* A pool gives a block that was freed on one stream to another, and orders the two itself. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    unsigned offset = 3;
    CUdeviceptr x, y;
    for (int i = 0; i < 20; i++) {
        if (cuMemAllocAsync(&x, 1 << 20, a))
            return 1;
        ON(a, fill_at, &x, &offset, &n);
        cuMemFreeAsync(x, a);
        AFTER(b, a);
        if (cuMemAllocAsync(&y, 1 << 20, b))
            return 2;
        ON(b, fill_at, &y, &offset, &n);
        cuMemFreeAsync(y, b);
        if (i % 4 == 3)
            cuStreamSynchronize(b);         /* from here on a may have the block without an event */
    }
    cuCtxSynchronize();
    return 0;
}
