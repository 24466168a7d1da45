/* A kernel gets a pointer into nowhere; the launch succeeds, and the error comes out of an innocent call later. */
#include "cuda_runtime.h"

#include <stdio.h>

KERNEL(fill)

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry fill(.param .u64 out, .param .u32 value)\n{\n"
    "  .reg .u64 %rd<4>;\n  .reg .u32 %r<3>;\n"
    "  ld.param.u64 %rd1, [out];\n  ld.param.u32 %r1, [value];\n"
    "  mov.u32 %r2, %tid.x;\n  mul.wide.u32 %rd2, %r2, 4;\n  add.u64 %rd3, %rd1, %rd2;\n"
    "  st.global.u32 [%rd3], %r1;\n  ret;\n}\n";

static void register_kernels(void)
{
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, fill);
    __cudaRegisterFatBinaryEnd(fatbin);
}

int main(void)
{
    int *table = (int *)0x10, *other = NULL, host[64] = { 0 }, value = 7;

    register_kernels();
    cudaMalloc((void **)&other, sizeof host);
    LAUNCH(fill, 1, 64, 0, 0, &table, &value);
    printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
    printf("unrelated copy: %s\n", cudaGetErrorString(cudaMemcpy(other, host, sizeof host, cudaMemcpyHostToDevice)));
    printf("unrelated malloc: %s\n", cudaGetErrorString(cudaMalloc((void **)&other, 64)));
    return 0;
}
