// options: --kernel-checks=none --require-coverage=50
// soft only: a GPU counts no launches without checks, so the finding has no line
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 32, v = 3;
    CUdeviceptr p = test_memory(128, 0);
    LAUNCH(f, 1, 32, 0, &p, &n, &v); // expect: coverage says=only_0_of_2_kernel_launches_were_checked_inside,_less_than_50_%
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    cuCtxSynchronize();
    return 0;
}
