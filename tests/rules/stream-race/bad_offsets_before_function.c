// options: --schedule late
#include "kernel_streams.h"

static void nothing(void *data) { (void)data; }

/* What comes before a host function counts as complete once it is enqueued, but which bytes the
 * kernels use is not known until they have run. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    CUdeviceptr x = test_memory(4096, 0);
    cuCtxSynchronize();
    unsigned first = 0, second = 12;
    ON(a, fill_at, &x, &first, &n);             // site: related
    ON(b, fill_at, &x, &second, &n);            // expect-soft: stream-race object=device-memory
    cuLaunchHostFunc(a, nothing, NULL);
    cuLaunchHostFunc(b, nothing, NULL);
    return cuCtxSynchronize();
}
