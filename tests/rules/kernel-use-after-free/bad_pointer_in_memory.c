#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("indirect");
    CUdeviceptr q, pp = test_memory(8, -1);
    size_t at = 0;
    cuMemAlloc(&q, 512); // site: created
    cuMemcpyHtoD(pp, &q, 8);
    cuMemFree(q); // site: destroyed
    LAUNCH(f, 1, 1, 0, &pp, &at); // expect-soft: kernel-use-after-free object=device-memory state=freed
    cuCtxSynchronize();
    return 0;
}
