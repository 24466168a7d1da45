/* The kernel writes through a bad pointer; the third call after it is blamed by the driver. */
#include "cuda_runtime.h"

KERNEL(poke)

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry poke(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n mov.u32 %r1, 1;\n st.global.u32 [%rd1], %r1;\n ret;\n}\n";

int main(void)
{
    int host = 0, *device;
    char *nowhere = (char *)0x10;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, poke);
    __cudaRegisterFatBinaryEnd(fatbin);
    cudaMalloc((void **)&device, 64);
    LAUNCH(poke, 1, 1, 0, 0, &nowhere); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel // site-real: related
    cudaGetLastError();
    cudaMemcpy(device, &host, 4, cudaMemcpyHostToDevice); // site-soft: related // expect-real: earlier-fault api=cudaMemcpy result=700
    cudaFree(device);
    return 0;
}
