/* A library has its function from the driver by a way that inquest does not see, as cuFFT does by the tables of
 * cuGetExportTable.  Here it is the driver's own entry point, found without dlsym.  The launch is checked all the same. */
#include "unseen_function.h"

int main(void)
{
    CUmodule module;
    CUfunction fill;
    get_function get = unseen_get_function();
    CUdeviceptr p = test_memory(512, -1);
    unsigned n = 129, v = 3;
    if (!get || cuModuleLoadData(&module, test_ptx) || get(&fill, module, "fill"))
        return 1;
    cuLaunchKernel(fill, 1, 1, 1, 129, 1, 1, 0, NULL, (void *[]){ &p, &n, &v }, NULL); // expect-soft: kernel-out-of-bounds arg=p object=device-memory
    cuCtxSynchronize();
    return 0;
}
