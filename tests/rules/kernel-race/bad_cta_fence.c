// unseen on a GPU: kernels with fences, acquire or release are not watched there
#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("last_cta_fence");
    CUdeviceptr p = test_memory(8192, 0); // site: created
    CUdeviceptr q = test_memory(8192, 0);
    LAUNCH(f, 16, 32, 0, &p, &q); // expect-soft: kernel-race severity=warning object=device-memory arg=p
    cuCtxSynchronize();
    return 0;
}
