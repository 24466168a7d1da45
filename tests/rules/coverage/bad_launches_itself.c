/* A module that is taken for one whose kernels launch kernels: a GPU runs it as it is. */
// options: --require-coverage=60
#include "test_kernels.h"

static const char ptx[] = "// cudaLaunchDevice\n.version 7.5\n.target sm_75\n.address_size 64\n"
                          ".visible .entry parent(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n"
                          " ld.param.u64 %rd1, [p];\n st.global.u32 [%rd1], 1;\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction f = test_kernel("fill"), parent;
    unsigned n = 32, v = 3;
    CUdeviceptr p = test_memory(128, 0);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&parent, module, "parent");
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    LAUNCH(parent, 1, 1, 0, &p); // expect-real: coverage says=(parent)_was_not_checked:_its_kernels_launch_kernels
    cuCtxSynchronize();
    return 0;
}
