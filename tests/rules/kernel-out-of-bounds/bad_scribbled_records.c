/* A kernel writes nonsense over the records of --kernel-checks and their table: the next mistake is reported all the same, and
 * nothing else. */
#include "test_kernels.h"

#include <stdlib.h>
#include <string.h>

/* __inquest_bounds: the hidden parameter; of a kernel that only looks up: rows of the table, the table, the records. */
#define SCRIBBLE                                                                                      \
    ".visible .entry scribble() {\n .reg .pred q; .reg .b32 r<3>; .reg .b64 d<6>;\n"                  \
    " ld.param.u64 d0, [__inquest_bounds+16]; ld.param.u64 d1, [__inquest_bounds+8];\n"               \
    " mov.u32 r0, 0; add.s64 d0, d0, -64; mov.u64 d2, 0x7f0123456789abcd;\n"                          \
    "again: add.s64 d2, d2, 77; st.global.u64 [d0], d2; st.global.u64 [d1], d2; add.s64 d0, d0, 8;\n" \
    " add.s64 d1, d1, 8; add.u32 r0, r0, 1; setp.lt.u32 q, r0, 24; @q bra again; ret; }\n"
#define FILL                                                                                             \
    ".visible .entry fill(.param .u64 p) {\n .reg .b32 r; .reg .b64 d<3>; ld.param.u64 d0, [p];\n"       \
    " mov.u32 r, %tid.x; mul.wide.u32 d1, r, 4; add.s64 d2, d0, d1; st.global.u32 [d2], r; ret; }\n"

static char ptx[2048] = ".version 7.5\n.target sm_75\n.address_size 64\n" FILL;

int main(void)
{
    const char *device = getenv("INQUEST_DEVICE"), *checks = getenv("INQUEST_KERNEL_CHECKS");
    int instrumented = device && checks && !strcmp(device, "real") && strcmp(checks, "none");
    CUmodule module;
    CUfunction scribble, fill;
    test_context();
    if (instrumented)
        strcat(ptx, SCRIBBLE);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&fill, module, "fill");
    CUdeviceptr p = test_memory(128, 0);
    if (instrumented) {
        cuModuleGetFunction(&scribble, module, "scribble");
        LAUNCH(scribble, 1, 1, 0, NULL);
        cuCtxSynchronize();
    }
    LAUNCH(fill, 1, 32, 0, &p);
    cuCtxSynchronize();
    LAUNCH(fill, 1, 33, 0, &p); // expect-soft: kernel-out-of-bounds arg=p says=wrote_4_bytes_directly_after_the_end_of_128_bytes
    cuCtxSynchronize();
    return 0;
}
