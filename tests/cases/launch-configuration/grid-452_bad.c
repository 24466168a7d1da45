/* Seen: "invalid configuration argument".
 * Was: the number of threads of a block is derived from the data, and is 0.
 * https://github.com/paboyle/Grid/issues/452 */
#include "cuda.h"

int main(void)
{
    CUmodule module;
    CUfunction kernel;
    unsigned simd = 4, acceleratorThreads = 2;
    test_context();
    cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n");
    cuModuleGetFunction(&kernel, module, "k");
    cuLaunchKernel(kernel, 16, 1, 1, acceleratorThreads / simd, 1, 1, 0, NULL, NULL, NULL); // expect: launch-dimensions arg=blockDimX result=1
    return 0;
}
