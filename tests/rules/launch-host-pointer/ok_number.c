#include <stdint.h>
#include <stdlib.h>
#include "test_kernels.h"

/* A 64-bit number that happens to be the address of a heap block: the kernel calculates with it only. */
static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry hash(.param .u64 to, .param .u64 seed)\n{\n .reg .b64 d<5>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [seed]; mul.lo.u64 d2, d1, 6364136223846793005; shr.u64 d3, d2, 33; st.global.u64 [d0], d3; ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction f;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&f, module, "hash");
    CUdeviceptr p = test_memory(64, 0);
    void *block = malloc(100);
    uint64_t seed = (uintptr_t)block;
    LAUNCH(f, 1, 1, 0, &p, &seed);
    cuCtxSynchronize();
    free(block);
    return 0;
}
