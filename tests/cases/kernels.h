/* Kernels of the case programs, registered as nvcc's start-up code would. */
#ifndef IQ_TESTS_CASES_KERNELS_H
#define IQ_TESTS_CASES_KERNELS_H

#include "cuda_runtime.h"

KERNEL(empty)           /* () */
KERNEL(store)           /* (int *p, unsigned n): p[i] = i for i < n */
KERNEL(gather)          /* (int *out, const int *index, const int *data): out[0] = data[index[0]] */
KERNEL(load4)           /* (int4 *p): reads 16 bytes at p */
KERNEL(wait_flag)       /* (volatile int *flag): until flag[0] is not 0 */

static const char case_ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry empty(){ret;}\n"
    ".visible .entry store(.param .u64 p, .param .u32 n)\n{\n .reg .u64 %rd<4>;\n .reg .u32 %r<6>;\n .reg .pred %q;\n"
    " ld.param.u64 %rd1, [p];\n ld.param.u32 %r1, [n];\n mov.u32 %r2, %ctaid.x;\n mov.u32 %r3, %ntid.x;\n mov.u32 %r4, %tid.x;\n"
    " mad.lo.u32 %r5, %r2, %r3, %r4;\n setp.ge.u32 %q, %r5, %r1;\n @%q bra L;\n mul.wide.u32 %rd2, %r5, 4;\n"
    " add.u64 %rd3, %rd1, %rd2;\n st.global.u32 [%rd3], %r5;\nL:\n ret;\n}\n"
    ".visible .entry gather(.param .u64 out, .param .u64 index, .param .u64 data)\n{\n .reg .u64 %rd<6>;\n .reg .s32 %r<3>;\n"
    " ld.param.u64 %rd1, [out];\n ld.param.u64 %rd2, [index];\n ld.param.u64 %rd3, [data];\n ld.global.s32 %r1, [%rd2];\n"
    " mul.wide.s32 %rd4, %r1, 4;\n add.s64 %rd5, %rd3, %rd4;\n ld.global.s32 %r2, [%rd5];\n st.global.s32 [%rd1], %r2;\n ret;\n}\n"
    ".visible .entry load4(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<5>;\n ld.param.u64 %rd1, [p];\n"
    " ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n add.u32 %r1, %r1, %r4;\n st.global.u32 [%rd1], %r1;\n ret;\n}\n"
    ".visible .entry wait_flag(.param .u64 flag)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n .reg .pred %q;\n"
    " ld.param.u64 %rd1, [flag];\nW:\n ld.volatile.global.u32 %r1, [%rd1];\n setp.eq.u32 %q, %r1, 0;\n @%q bra W;\n ret;\n}\n";

__attribute__((unused)) static void case_kernels(void)
{
    void **fatbin = test_register_ptx(case_ptx);
    REGISTER_KERNEL(fatbin, empty);
    REGISTER_KERNEL(fatbin, store);
    REGISTER_KERNEL(fatbin, gather);
    REGISTER_KERNEL(fatbin, load4);
    REGISTER_KERNEL(fatbin, wait_flag);
    __cudaRegisterFatBinaryEnd(fatbin);
}

#endif
