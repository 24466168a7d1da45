#include "test_kernels.h"

/* Arguments in one buffer instead of a pointer to each. */
int main(void)
{
    CUfunction fill = test_kernel("fill");
    struct {
        CUdeviceptr p;
        unsigned n, v;
    } arguments = { test_memory(512, -1), 128, 3 };
    size_t bytes = sizeof arguments;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END };
    int got = 0;
    cuLaunchKernel(fill, 1, 1, 1, 128, 1, 1, 0, NULL, NULL, extra);
    cuCtxSynchronize();
    cuMemcpyDtoH(&got, arguments.p + 508, sizeof got);
    return got != 3;
}
