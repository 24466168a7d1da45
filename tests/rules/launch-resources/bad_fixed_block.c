#include "cuda.h"

/* .reqntid: what __block_size__ and Triton ask for. */
int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    if (cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k() .reqntid 128 {ret;}\n") || cuModuleGetFunction(&f, m, "k"))
        return 1;
    return !cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL); // expect: launch-resources arg=blockDimX says=a_block_of_256_threads_is_larger_than_the_128_that_the_kernel_was_compiled_for
}
