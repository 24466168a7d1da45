#include "test_kernels.h"

/* Arguments in one buffer instead of a pointer to each. */
int main(void)
{
    CUfunction fill = test_kernel("fill");
    struct {
        CUdeviceptr p;
        unsigned n, v;
    } arguments = { test_memory(512, -1), 129, 3 };
    size_t bytes = sizeof arguments;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END };
    cuLaunchKernel(fill, 1, 1, 1, 129, 1, 1, 0, NULL, NULL, extra); // expect-soft: kernel-out-of-bounds arg=p object=device-memory
    cuCtxSynchronize();
    return 0;
}
