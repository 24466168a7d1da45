/* Seen: "misaligned address" at a later copy.
 * Was: the workspace of the second group starts behind an odd number of bytes.
 * https://github.com/BVLC/caffe/pull/6548 */
#include "cuda.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry k(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .f64 %fd<2>;\n ld.param.u64 %rd1, [p];\n"
    " mov.f64 %fd1, 0d0000000000000000;\n st.global.f64 [%rd1], %fd1;\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr workspace, group;
    char host[8];
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&kernel, module, "k");
    cuMemAlloc(&workspace, 1024); // site: created
    group = workspace + 101;
    void *args[] = { &group };
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL); // expect-soft: kernel-misaligned api=cuLaunchKernel object=device-memory
    cuMemcpyDtoH(host, workspace, 8); // expect-real: earlier-fault
    return 0;
}
