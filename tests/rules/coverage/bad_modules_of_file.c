/* Two modules of one file, as libraries have hundreds: their launches are told together, by the names of the source. */
// options: --require-coverage=60
#include "test_kernels.h"

#define MODULE(name) ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry " name "(.param .u64 p)\n{\n ret;\n}\n"

static CUfunction kernel_of(const char *ptx, const char *name)
{
    CUmodule module;
    CUfunction f;
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&f, module, name);
    return f;
}

int main(void)
{
    CUfunction fill = test_kernel("fill"), ints = kernel_of(MODULE("_Z4gridIiEvPT_"), "_Z4gridIiEvPT_"),
               floats = kernel_of(MODULE("_Z4gridIfEvPT_"), "_Z4gridIfEvPT_");
    unsigned n = 32, v = 3;
    CUdeviceptr p = test_memory(128, 0);
    LAUNCH(fill, 1, 32, 0, &p, &n, &v);
    LAUNCH(ints, 1, 1, 0, &p); // expect-real: coverage says=(2_of_grid<float>,_1_of_grid<int>)_were_not_checked
    LAUNCH(floats, 1, 1, 0, &p);
    LAUNCH(floats, 1, 1, 0, &p);
    cuCtxSynchronize();
    return 0;
}
