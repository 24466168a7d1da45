#include "cuda.h"

/* .reqntid: what __block_size__ and Triton ask for. */
int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    if (cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k() .reqntid 128 {ret;}\n") || cuModuleGetFunction(&f, m, "k"))
        return 1;
    int larger = cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL); // expect: launch-resources arg=blockDimX says=a_block_of_(256,_1,_1)_threads_is_not_the_(128,_1,_1)_that_the_kernel_was_compiled_for
    int smaller = cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL); // expect: launch-resources arg=blockDimX says=a_block_of_(64,_1,_1)_threads_is_not_the_(128,_1,_1)
    int flat = cuLaunchKernel(f, 1, 1, 1, 128, 2, 1, 0, NULL, NULL, NULL); // expect: launch-resources arg=blockDimY says=launch_blocks_of_(128,_1,_1)
    return !(larger && smaller && flat);
}
