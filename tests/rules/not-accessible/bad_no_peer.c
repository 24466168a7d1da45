// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

KERNEL(poke)

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry poke(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n mov.u32 %r1, 1;\n st.global.u32 [%rd1], %r1;\n ret;\n}\n";

int main(void)
{
    void *d;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, poke);
    __cudaRegisterFatBinaryEnd(fatbin);
    cudaSetDevice(0);
    cudaMalloc(&d, 64); // site-soft: created
    cudaSetDevice(1);
    LAUNCH(poke, 1, 1, 0, 0, &d); // expect-soft: not-accessible api=cudaLaunchKernel object=device-memory // expect-real: launch-wrong-device object=device-memory
    cudaDeviceSynchronize(); // site: related
    return 0;
}
