/* Two texts of PTX that are linked at run time: `scale` of the second one uses a function and a
 * variable of the first one. */
#ifndef IQ_TEST_LINKED_H
#define IQ_TEST_LINKED_H

#include <stdlib.h>
#include <string.h>

#include "test_kernels.h"

#define TEST_HEAD ".version 7.5\n.target sm_75\n.address_size 64\n"

static const char test_first[] = TEST_HEAD
    ".visible .global .align 4 .u32 factor = 3;\n"
    ".visible .func (.param .b32 out) times(.param .b64 p) {\n .reg .b32 r<4>; .reg .b64 d<2>;\n"
    " ld.param.u64 d0, [p]; ld.u32 r0, [d0]; mov.u64 d1, factor; ld.global.u32 r1, [d1]; mul.lo.u32 r2, r0, r1; st.param.b32 [out], r2; ret; }\n"
    ".visible .entry fill(.param .u64 p) {\n .reg .b32 r; .reg .b64 d<3>; ld.param.u64 d0, [p];\n"
    " mov.u32 r, %tid.x; mul.wide.u32 d1, r, 4; add.s64 d2, d0, d1; st.global.u32 [d2], r; ret; }\n";

/* p[tid + shift] = times(p + tid) */
static const char test_second[] = TEST_HEAD
    ".extern .func (.param .b32 out) times(.param .b64 p);\n"
    ".visible .entry scale(.param .u64 p, .param .u32 shift) {\n .reg .b32 r<4>; .reg .b64 d<6>; ld.param.u64 d0, [p]; ld.param.u32 r2, [shift];\n"
    " mov.u32 r0, %tid.x; mul.wide.u32 d1, r0, 4; add.s64 d2, d0, d1;\n"
    " { .param .b64 a; .param .b32 b; st.param.b64 [a], d2; call (b), times, (a); ld.param.b32 r1, [b]; }\n"
    " mul.wide.u32 d3, r2, 4; add.s64 d4, d2, d3; st.global.u32 [d4], r1; ret; }\n";

/* What the driver links of both, in memory of the program's. */
static inline void *test_link(void)
{
    CUlinkState linker;
    CUjit_option options[] = { CU_JIT_MAX_REGISTERS };
    void *image, *copy, *values[] = { (void *)32 };
    size_t size;
    if (cuLinkCreate(1, options, values, &linker) ||
        cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)test_first, sizeof test_first, "first", 0,
                      NULL, NULL) ||
        cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)test_second, sizeof test_second, "second",
                      0, NULL, NULL) ||
        cuLinkComplete(linker, &image, &size) || !(copy = malloc(size)))
        exit(70);
    memcpy(copy, image, size);
    cuLinkDestroy(linker);
    return copy;
}

#endif
