#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("added");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 1, 128, 0, &p); // expect-soft: kernel-shared-race severity=warning says=atomically_updated
    cuCtxSynchronize();
    return 0;
}
