// unseen on a GPU: local memory is not checked
#include "cuda.h"

/* int row[5]; row[n] = n; of a thread whose memory has room for more than the five. */
static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry one(.param .u32 count) {\n"
    " .local .align 4 .b8 row[20];\n .reg .b64 a, d; .reg .b32 n, x;\n ld.param.u32 n, [count];\n"
    " mov.u64 a, row;\n mul.wide.u32 d, n, 4;\n add.s64 a, a, d;\n st.local.u32 [a], n;\n"
    " ld.local.u32 x, [a];\n ret;\n}\n";

int main(void)
{
    CUcontext context;
    CUmodule module;
    CUfunction one;
    unsigned n = 4;
    void *arguments[] = { &n };
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&one, module, "one");
    cuLaunchKernel(one, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL);
    n = 5;
    cuLaunchKernel(one, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL); // expect-soft: kernel-out-of-bounds says=outside_its_local_memory
    cuCtxSynchronize();
    return 0;
}
