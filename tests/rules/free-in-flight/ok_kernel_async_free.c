#include "../stream-race/kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    CUdeviceptr x = 0;
    unsigned offset = 8;
    cuMemAllocAsync(&x, 4096, a);
    ON(a, fill_at, &x, &offset, &n);
    cuStreamSynchronize(a);
    cuMemFreeAsync(x, b);
    return cuCtxSynchronize();
}
