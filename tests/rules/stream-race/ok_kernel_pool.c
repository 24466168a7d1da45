#include "kernel_streams.h"

/* Stream-ordered memory, used on another stream behind an event, freed behind it, too. */
int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    for (int i = 0; i < 20; i++) {
        CUdeviceptr x = 0;
        cuMemAllocAsync(&x, 64, a);
        AFTER(b, a);
        ON(b, fill, &x, &n, &v);
        AFTER(a, b);
        cuMemFreeAsync(x, a);
    }
    return cuCtxSynchronize();
}
