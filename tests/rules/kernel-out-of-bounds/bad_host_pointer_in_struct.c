// soft only: what the argument is, only the software device tells
#include "test_kernels.h"

static const char ptx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry copy(.param .align 8 .b8 both[16]) { .reg .b64 d<3>; .reg .b32 r; ld.param.u64 d0, [both]; ld.param.u64 d1, [both+8];\n"
    "ld.global.u32 r, [d1]; st.global.u32 [d0], r; ret; }\n";

/* A structure passed by value, whose second pointer was left on the host. */
int main(void)
{
    static int values[32];
    struct {
        CUdeviceptr to;
        const int *from;
    } both = { 0, values };
    CUmodule module;
    CUfunction copy;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&copy, module, "copy");
    both.to = test_memory(4096, 0);
    LAUNCH(copy, 1, 1, 0, &both); // expect-soft: kernel-out-of-bounds says=passed_in_an_object says=only_device_addresses
    cuCtxSynchronize();
    return 0;
}
