#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("block_global");
    CUdeviceptr p = test_memory(8192, 0); // site: created
    LAUNCH(f, 8, 32, 0, &p); // expect-soft: kernel-race severity=warning object=device-memory arg=p
    cuCtxSynchronize();
    return 0;
}
