/* Kernels that were linked at run time out of two texts: what is wrong in each of them is found. */
#include "test_linked.h"

int main(void)
{
    static const char garbage[] = TEST_HEAD ".visible .entry x() { st.global [oops; }\n";
    CUmodule module;
    CUfunction fill, scale;
    CUlinkState linker;
    unsigned shift = 32;
    test_context();
    CUdeviceptr p = test_memory(128, 0);
    cuLinkCreate(0, NULL, NULL, &linker);
    cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)garbage, sizeof garbage, "garbage", 0, NULL, NULL); // expect: ptx-syntax
    cuLinkDestroy(linker);
    void *image = test_link();
    if (cuModuleLoadData(&module, image) || cuModuleGetFunction(&fill, module, "fill") || cuModuleGetFunction(&scale, module, "scale"))
        return 1;
    free(image);
    LAUNCH(fill, 1, 33, 0, &p); // expect-soft: kernel-out-of-bounds arg=p says=kernel_fill
    cuCtxSynchronize();
    LAUNCH(scale, 1, 1, 0, &p, &shift); // expect-soft: kernel-out-of-bounds arg=p says=kernel_scale
    cuCtxSynchronize();
    cuMemFree(p);
    return cuModuleUnload(module);
}
