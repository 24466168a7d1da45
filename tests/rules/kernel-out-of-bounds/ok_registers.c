/* Checks take registers: a launch that the kernel allows as it is has to work with them, too. */
#include "registers.h"

int main(void)
{
    CUmodule module;
    CUfunction sum;
    unsigned last = 0;
    test_context();
    CUdeviceptr p = test_memory(REGISTER_THREADS * 4, 0), q = test_memory(REGISTER_THREADS * 4, 0);
    if (cuModuleLoadData(&module, register_ptx) || cuModuleGetFunction(&sum, module, "sum"))
        return 1;
    for (unsigned threads = 64; threads <= REGISTER_THREADS; threads *= 2)
        if (cuLaunchKernel(sum, 1, 1, 1, threads, 1, 1, 0, NULL, (void *[]){ &p, &q }, NULL) ||
            cuMemcpyDtoH(&last, q + (threads - 1) * 4, 4) || last != register_sum(threads - 1))
            return 2;
    return cuMemFree(p) || cuMemFree(q) || cuModuleUnload(module) ? 3 : 0;
}
