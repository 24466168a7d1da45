// soft only: how many registers the kernel takes is an estimate there
/* A block that may be launched fits, also by what the program asks before, and in a cooperative launch. */
#include "../kernel-out-of-bounds/registers.h"

int main(void)
{
    CUmodule module;
    CUfunction sum;
    int blocks = 0;
    test_context();
    CUdeviceptr p = test_memory(REGISTER_THREADS * sizeof(unsigned), 0), q = test_memory(REGISTER_THREADS * sizeof(unsigned), 0);
    void *arguments[] = { &p, &q };
    if (cuModuleLoadData(&module, register_ptx) || cuModuleGetFunction(&sum, module, "sum") || cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, REGISTER_THREADS, 0))
        return 1;
    if (blocks < 1)
        return 2;
    if (cuLaunchCooperativeKernel(sum, 1, 1, 1, REGISTER_THREADS, 1, 1, 0, NULL, arguments) || cuCtxSynchronize())
        return 3;
    return cuMemFree(p) || cuMemFree(q);
}
