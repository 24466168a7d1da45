#include "kernel_streams.h"

static const char ptx[] =
    /* p[2 * i + first] = i */
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry every_second(.param .u64 p, .param .u32 first)\n{\n .reg .b32 r<4>; .reg .b64 d<4>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [first]; mov.u32 r1, %tid.x; shl.b32 r2, r1, 1; add.u32 r2, r2, r0;\n"
    " mul.wide.u32 d1, r2, 4; add.s64 d2, d0, d1; st.global.u32 [d2], r1; ret;\n}\n"
    /* *counter += 1 */
    ".visible .entry add_one(.param .u64 p)\n{\n .reg .b64 d; .reg .b32 r; ld.param.u64 d, [p]; red.global.add.u32 [d], 1; ret;\n}\n";

/* Two streams fill the same lines of memory without ever using the same bytes; both count atomically. */
int main(void)
{
    two_streams();
    CUfunction every_second = kernel_of(ptx, "every_second"), add_one = kernel_of(ptx, "add_one");
    CUdeviceptr x = test_memory(4096, 0), counter = test_memory(4, 0);
    unsigned even = 0, odd = 1;
    cuMemsetD32(counter, 0, 1);
    cuCtxSynchronize();
    for (int i = 0; i < 10; i++) {
        ON(a, every_second, &x, &even);
        ON(b, every_second, &x, &odd);
        ON(a, add_one, &counter);
        ON(b, add_one, &counter);
    }
    cuCtxSynchronize();
    return 0;
}
