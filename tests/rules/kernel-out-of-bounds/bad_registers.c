/* With checks the kernel needs too many registers for its blocks: it is instrumented again, with fewer, and still checked. */
#include "registers.h"

int main(void)
{
    CUmodule module;
    CUfunction sum;
    test_context();
    CUdeviceptr p = test_memory(REGISTER_THREADS * 4, 0), q = test_memory(REGISTER_THREADS * 4 - 4, 0);
    if (cuModuleLoadData(&module, register_ptx) || cuModuleGetFunction(&sum, module, "sum"))
        return 1;
    cuLaunchKernel(sum, 1, 1, 1, REGISTER_THREADS, 1, 1, 0, NULL, (void *[]){ &p, &q }, NULL); // expect-soft: kernel-out-of-bounds object=device-memory says=thread_(1023,0,0),_wrote_4_bytes
    cuCtxSynchronize();
    return 0;
}
