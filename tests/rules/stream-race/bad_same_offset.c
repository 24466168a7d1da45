#include "kernel_streams.h"

/* One base pointer, and by mistake the same offset on both streams. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    CUdeviceptr x = test_memory(4096, 0);
    cuCtxSynchronize();
    unsigned offset = 512;
    ON(a, fill_at, &x, &offset, &n);            // site: related
    ON(b, fill_at, &x, &offset, &n);            // expect: stream-race object=device-memory
    return cuCtxSynchronize();
}
