/* A cooperative launch with as many blocks as fit: checks take registers, and where the kernel with them would not fit its own runs; so
 * does one that waits for its grid in a module with a variable. */
#include <string.h>

#include "test_kernels.h"

#define HEAD ".version 7.5\n.target sm_75\n.address_size 64\n"
#define VARIABLE ".visible .global .align 4 .u32 factor = 1;\n"
/* q[thread] = p[thread] + the sum of 20 numbers, which take registers: two blocks of 1024 fit a processor. */
#define KERNEL(waits) \
    ".visible .entry mark(.param .u64 p, .param .u64 q) {\n .reg .b32 r<14>, v<20>; .reg .b64 d<8>; ld.param.u64 d0, [p];\n" \
    " ld.param.u64 d5, [q]; mov.u32 r0, %ctaid.x; mov.u32 r1, %ntid.x; mov.u32 r2, %tid.x; mad.lo.s32 r3, r0, r1, r2;\n" \
    " add.u32 v0, r3, 0; add.u32 v1, r3, 1; add.u32 v2, r3, 2; add.u32 v3, r3, 3; add.u32 v4, r3, 4;\n" \
    " add.u32 v5, r3, 5; add.u32 v6, r3, 6; add.u32 v7, r3, 7; add.u32 v8, r3, 8; add.u32 v9, r3, 9;\n" \
    " add.u32 v10, r3, 10; add.u32 v11, r3, 11; add.u32 v12, r3, 12; add.u32 v13, r3, 13; add.u32 v14, r3, 14;\n" \
    " add.u32 v15, r3, 15; add.u32 v16, r3, 16; add.u32 v17, r3, 17; add.u32 v18, r3, 18; add.u32 v19, r3, 19;\n" \
    " mul.wide.u32 d1, r3, 4; add.s64 d2, d0, d1; add.s64 d6, d5, d1; ld.global.u32 r6, [d6]; st.global.u32 [d2], r6;" waits "\n" \
    " mov.u32 r7, r6; add.u32 r7, r7, v0; add.u32 r7, r7, v1; add.u32 r7, r7, v2; add.u32 r7, r7, v3;\n" \
    " add.u32 r7, r7, v4; add.u32 r7, r7, v5; add.u32 r7, r7, v6; add.u32 r7, r7, v7; add.u32 r7, r7, v8;\n" \
    " add.u32 r7, r7, v9; add.u32 r7, r7, v10; add.u32 r7, r7, v11; add.u32 r7, r7, v12; add.u32 r7, r7, v13;\n" \
    " add.u32 r7, r7, v14; add.u32 r7, r7, v15; add.u32 r7, r7, v16; add.u32 r7, r7, v17; add.u32 r7, r7, v18;\n" \
    " add.u32 r7, r7, v19;\n" \
    " st.global.u32 [d6], r7; ret; }\n"

static int run(const char *ptx)
{
    CUmodule module;
    CUfunction mark;
    CUdevice device;
    int processors, each = 0;
    test_context();
    if (cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&mark, module, "mark") || cuCtxGetDevice(&device) ||
        cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device))
        return 1;
    unsigned blocks = 2 * (unsigned)processors, last = 0;
    CUdeviceptr p = test_memory(blocks * 4096, 0), q = test_memory(blocks * 4096, 0);
    if (cuLaunchCooperativeKernel(mark, blocks, 1, 1, 1024, 1, 1, 0, NULL, (void *[]){ &p, &q }))
        return 2;
    if (cuMemcpyDtoH(&last, q + blocks * 4096 - 4, 4) || last != 20 * (1024 * blocks - 1) + 190)
        return 3;
    return cuMemFree(p) || cuMemFree(q) || cuModuleUnload(module) ? 4 : 0;
}

int main(void)
{
    int result = run(HEAD KERNEL(""));
    return result ? result : run(HEAD VARIABLE KERNEL("mov.u32 r12, %envreg2;"));
}
