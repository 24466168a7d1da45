/* A long kernel and a short one store to the same rows: what was noted of the first one's statements means nothing to the second. */
#include "test_kernels.h"

#include <stdio.h>
#include <string.h>

/* The rows of a warp lie together, those of another one elsewhere. */
enum { THREADS = 256, WARP = 32, SUMS = 200000, ROWS = 2, APART = 1024, WORDS = THREADS / WARP * APART };

/* Thread i stores to element from[i] of some rows: from memory, so that nobody knows before that the places are apart. */
static char *add_kernel(char *at, const char *name, int sums)
{
    at += sprintf(at,
                  ".visible .entry %s(.param .u64 p, .param .u64 from)\n{\n .reg .b64 %%d<5>; .reg .b32 %%r<3>;\n"
                  " ld.param.u64 %%d1, [p];\n ld.param.u64 %%d2, [from];\n mov.u32 %%r1, %%tid.x;\n mul.wide.u32 %%d3, %%r1, 4;\n"
                  " add.s64 %%d2, %%d2, %%d3;\n ld.global.u32 %%r2, [%%d2];\n mul.wide.u32 %%d3, %%r2, 4;\n add.s64 %%d4, %%d1, %%d3;\n",
                  name);
    for (int i = 0; i < sums; i++)
        at += sprintf(at, " add.u32 %%r1, %%r1, 1;\n");
    for (int i = 0; i < 2 * ROWS; i++)
        at += sprintf(at, " st.global.u32 [%%d4+%d], %%r1;\n", i % ROWS * 4 * WARP);
    return at + sprintf(at, " ret;\n}\n");
}

int main(void)
{
    static char text[SUMS * 40];
    CUmodule module;
    CUfunction first, second;
    CUdeviceptr p, from;
    static unsigned numbers[THREADS], back[WORDS];
    test_context();
    char *at = text + sprintf(text, ".version 7.5\n.target sm_75\n.address_size 64\n");
    add_kernel(add_kernel(at, "first", SUMS), "second", 1);
    for (unsigned i = 0; i < THREADS; i++)
        numbers[i] = i / WARP * APART + i % WARP;
    if (cuModuleLoadData(&module, text) || cuModuleGetFunction(&first, module, "first") || cuModuleGetFunction(&second, module, "second") ||
        cuMemAlloc(&p, sizeof back) || cuMemAlloc(&from, sizeof numbers) || cuMemcpyHtoD(from, numbers, sizeof numbers))
        return 1;
    LAUNCH(first, 1, THREADS, 0, &p, &from);
    LAUNCH(second, 1, THREADS, 0, &p, &from);
    if (cuCtxSynchronize() || cuMemcpyDtoH(back, p, sizeof back) || cuMemFree(from) || cuMemFree(p))
        return 1;
    for (unsigned i = 0; i < THREADS; i++)
        if (back[numbers[i]] != i + 1 || back[numbers[i] + WARP] != i + 1)
            return 2;
    return 0;
}
