/* Two streams that do not wait for each other, and kernels with known use of their arguments:
 * fill(p, n, v) writes p[i]; copy(to, from, n, shift) reads from[i + shift]; count(p) adds to p[0] atomically; sum(to, from, n) reads from[i]. */
#include <stdlib.h>
#include "test_kernels.h"

static const char more_ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry sum(.param .u64 to, .param .u64 from, .param .u32 n)\n{\n .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [from]; ld.param.u32 r0, [n];\n"
    " mov.u32 r2, %ctaid.x; mov.u32 r3, %ntid.x; mov.u32 r4, %tid.x; mad.lo.s32 r5, r2, r3, r4;\n"
    " setp.ge.u32 q, r5, r0; @q bra out; mul.wide.u32 d2, r5, 4; add.s64 d3, d1, d2; ld.global.u32 r6, [d3]; red.global.add.u32 [d0], r6;\nout: ret;\n}\n"
    /* p[i + offset] = v */
    ".visible .entry fill_at(.param .u64 p, .param .u32 offset, .param .u32 n)\n{\n .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [offset]; ld.param.u32 r1, [n]; mov.u32 r4, %tid.x; setp.ge.u32 q, r4, r1; @q bra out;\n"
    " add.u32 r5, r4, r0; mul.wide.u32 d2, r5, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r5;\nout: ret;\n}\n"
    /* p[0] and p[2] of a struct */
    ".visible .entry set_first(.param .u64 p)\n{\n .reg .b64 d0; .reg .b32 r; ld.param.u64 d0, [p]; mov.u32 r, 1; st.global.u32 [d0], r; ret;\n}\n"
    ".visible .entry set_third(.param .u64 p)\n{\n .reg .b64 d0; .reg .b32 r; ld.param.u64 d0, [p]; mov.u32 r, 3; st.global.u32 [d0+8], r; ret;\n}\n";

static CUstream a, b;
static unsigned n = 16, v = 7;

static inline CUfunction kernel_of(const char *ptx, const char *name)
{
    CUmodule module;
    CUfunction function = NULL;
    if (cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&function, module, name))
        __builtin_trap();
    return function;
}

#define more_kernel(name) kernel_of(more_ptx, name)
#define plain_kernel(name) kernel_of(test_ptx, name)

static inline void two_streams(void)
{
    test_context();
    cuStreamCreate(&a, CU_STREAM_NON_BLOCKING);
    cuStreamCreate(&b, CU_STREAM_NON_BLOCKING);
}

#define ON(stream, function, ...) cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, (void *[]){ __VA_ARGS__ }, NULL)
#define AFTER(later, earlier) do { CUevent e_; cuEventCreate(&e_, 2); cuEventRecord(e_, earlier); cuStreamWaitEvent(later, e_, 0); cuEventDestroy(e_); } while (0)
