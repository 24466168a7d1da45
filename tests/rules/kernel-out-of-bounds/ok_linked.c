/* Kernels linked at run time compute what they did, with the variables and functions of the other text, loaded twice. */
#include "test_linked.h"

int main(void)
{
    unsigned values[32], factor = 5, shift = 0;
    void *image;
    test_context();
    image = test_link();
    for (int round = 0; round < 2; round++) {
        CUmodule module;
        CUfunction fill, scale;
        CUdeviceptr at, p = test_memory(128, 0);
        size_t size;
        if (cuModuleLoadData(&module, image) || cuModuleGetFunction(&fill, module, "fill") || cuModuleGetFunction(&scale, module, "scale"))
            return 1;
        if (cuModuleGetGlobal(&at, &size, module, "factor") || size != 4 || (round && cuMemcpyHtoD(at, &factor, 4)))
            return 2;
        LAUNCH(fill, 1, 32, 0, &p);
        LAUNCH(scale, 1, 32, 0, &p, &shift);
        if (cuMemcpyDtoH(values, p, sizeof values) || cuMemFree(p) || cuModuleUnload(module))
            return 3;
        for (unsigned i = 0; i < 32; i++)
            if (values[i] != (round ? 5 : 3) * i)
                return 4;
    }
    free(image);
    return 0;
}
