// unseen on a GPU: barriers with a number of threads are not counted there
#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("swap_named_far");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 1, 256, 0, &p); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    cuCtxSynchronize();
    return 0;
}
