#include "kernel_streams.h"

/* Memory of one stream's order, used on another: where in it the kernel writes does not matter. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    CUdeviceptr x = 0;
    unsigned offset = 4;
    cuMemAllocAsync(&x, 4096, a);               // site: related
    ON(b, fill_at, &x, &offset, &n);            // expect: stream-race arg=p severity=warning
    cuCtxSynchronize();
    return cuMemFree(x);
}
