// options: --device-guard
// env: INQUEST_SOFT_DEVICES=2
/* Memory with guards is another device's to use once access was enabled, before or after it was allocated. */
#include "cuda_runtime.h"

KERNEL(poke)

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry poke(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n mov.u32 %r1, 42;\n st.global.u32 [%rd1], %r1;\n ret;\n}\n";

int main(void)
{
    int count = 0, can = 0, host[2] = { 0, 0 }, *before, *after;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, poke);
    __cudaRegisterFatBinaryEnd(fatbin);
    if (cudaGetDeviceCount(&count) || count < 2 || cudaDeviceCanAccessPeer(&can, 1, 0) || !can)
        return 77;
    cudaMalloc((void **)&before, 64);
    cudaSetDevice(1);
    if (cudaDeviceEnablePeerAccess(0, 0))
        return 1;
    cudaSetDevice(0);
    cudaMalloc((void **)&after, 64);
    cudaSetDevice(1);
    LAUNCH(poke, 1, 1, 0, 0, &before);
    LAUNCH(poke, 1, 1, 0, 0, &after);
    if (cudaDeviceSynchronize())
        return 2;
    cudaSetDevice(0);
    cudaMemcpy(&host[0], before, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&host[1], after, 4, cudaMemcpyDeviceToHost);
    return host[0] != 42 || host[1] != 42 || cudaFree(before) || cudaFree(after);
}
