/* As in kernel-out-of-bounds/bad_unseen_function.c: the launch is refused for want of arguments, not because nobody saw where the function is from. */
#include "unseen_function.h"

int main(void)
{
    CUmodule module;
    CUfunction fill;
    get_function get = unseen_get_function();
    if (!get || cuModuleLoadData(&module, test_ptx) || get(&fill, module, "fill"))
        return 1;
    cuLaunchKernel(fill, 1, 1, 1, 129, 1, 1, 0, NULL, NULL, NULL); // expect: launch-arguments arg=kernelParams says=kernel_fill_takes
    return 0;
}
