#include "test_kernels.h"

/* Constant memory is read-only to those who name it; who asks for its address may have another kernel fill it, between launches that read it. */
int main(void)
{
    CUmodule module;
    CUfunction fill, read;
    CUdeviceptr fixed;
    size_t size;
    int got = 0;
    unsigned n = 4, value = 7;
    test_context();
    if (cuModuleLoadData(&module, test_ptx) || cuModuleGetFunction(&fill, module, "fill") || cuModuleGetFunction(&read, module, "read_const") ||
        cuModuleGetGlobal(&fixed, &size, module, "fixed"))
        return 1;
    CUdeviceptr out = test_memory(sizeof got, 0);
    LAUNCH(fill, 1, 32, 0, &fixed, &n, &value);
    LAUNCH(read, 1, 1, 0, &out);
    cuCtxSynchronize();
    cuMemcpyDtoH(&got, out, sizeof got);
    cuMemFree(out);
    return got != 7;
}
