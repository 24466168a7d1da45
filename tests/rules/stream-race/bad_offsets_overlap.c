#include "kernel_streams.h"

/* Parts of one block that overlap by four words.  Which bytes the kernels use depends on another argument: only the software device sees them. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    CUdeviceptr x = test_memory(4096, 0);
    cuCtxSynchronize();
    unsigned first = 0, second = 12;
    ON(a, fill_at, &x, &first, &n);             // site: related
    ON(b, fill_at, &x, &second, &n);            // expect-soft: stream-race object=device-memory
    return cuCtxSynchronize();
}
