// unseen on a GPU: lanes that meet in part count as ordered there
#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("swap_pairs_far");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 1, 32, 0, &p); // expect-soft: kernel-shared-race severity=warning says=lanes_of_one_warp
    cuCtxSynchronize();
    return 0;
}
