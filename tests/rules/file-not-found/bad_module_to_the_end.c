/* No module, so no kernel, no launch, and nothing to unload: all of it follows from the file. */
#include "test_kernels.h"

int main(void)
{
    CUmodule module = NULL;
    CUfunction kernel = NULL;
    CUdeviceptr memory;
    void *args[] = { &memory };
    test_context();
    cuMemAlloc(&memory, 64);
    cuModuleLoad(&module, "/nonexistent.ptx"); // expect: file-not-found
    cuModuleGetFunction(&kernel, module, "k"); // site: related
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL);
    cuModuleUnload(module);
    return 0;
}
