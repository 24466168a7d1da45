// As many blocks as the device can hold at once.
#include "test_kernels.h"

int main(void)
{
    test_context();
    CUmodule module;
    CUfunction function;
    CUdeviceptr p;
    int blocks = 0, processors = 0;
    cuModuleLoadData(&module, test_ptx);
    cuModuleGetFunction(&function, module, "count");
    cuMemAlloc(&p, 4);
    cuMemsetD32(p, 0, 1);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 64, 0);
    cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
    void *args[] = {&p};
    int failed = cuLaunchCooperativeKernel(function, (unsigned)(blocks > 4 ? 4 : blocks) * (unsigned)processors, 1, 1, 64, 1, 1, 0, 0, args);
    failed |= cuCtxSynchronize();
    cuMemFree(p);
    cuModuleUnload(module);
    return failed;
}
