/* A kernel that blocks of 1024 threads can run as it is, but not with checks: they take registers.  q[thread] = p[thread] + the sum of 112
 * numbers that are there at once. */
#include "test_kernels.h"

enum { REGISTER_THREADS = 1024 };

#define EIGHT(x, from) x(from##0) x(from##1) x(from##2) x(from##3) x(from##4) x(from##5) x(from##6) x(from##7)
#define EACH(x) EIGHT(x, 1) EIGHT(x, 2) EIGHT(x, 3) EIGHT(x, 4) EIGHT(x, 5) EIGHT(x, 6) EIGHT(x, 7) EIGHT(x, 8) EIGHT(x, 9) EIGHT(x, 10) EIGHT(x, 11) EIGHT(x, 12) EIGHT(x, 13) EIGHT(x, 14)
#define MAKE(i) " add.u32 v" #i ", r3, " #i ";\n"
#define ADD(i) " add.u32 r7, r7, v" #i ";\n"

static const char register_ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry sum(.param .u64 p, .param .u64 q) {\n .reg .b32 r<8>, v<148>; .reg .b64 d<8>; ld.param.u64 d0, [p];\n"
    " ld.param.u64 d5, [q]; mov.u32 r0, %ctaid.x; mov.u32 r1, %ntid.x; mov.u32 r2, %tid.x; mad.lo.s32 r3, r0, r1, r2;\n" EACH(MAKE)
    " mul.wide.u32 d1, r3, 4; add.s64 d2, d0, d1; add.s64 d6, d5, d1; ld.global.u32 r7, [d2];\n" EACH(ADD)
    " st.global.u32 [d6], r7; ret; }\n";

static unsigned register_sum(unsigned thread) { return 112 * thread + 8 * 10 * (14 * 15 / 2) + 14 * 28; }
