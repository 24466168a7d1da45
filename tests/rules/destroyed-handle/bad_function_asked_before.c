#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n";

/* What was asked of the function before, and passed without a look, says nothing of it now. */
int main(void)
{
    CUmodule m;
    CUfunction f;
    int blocks, registers;
    test_context();
    if (cuModuleLoadData(&m, ptx))
        return 1;
    if (cuModuleGetFunction(&f, m, "k")) // site: created
        return 1;
    for (int i = 0; i < 4; i++)
        if (cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, f) ||
            cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 32, 0))
            return 1;
    cuModuleUnload(m); // site: destroyed
    cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, f); // expect: destroyed-handle arg=hfunc object=kernel
    cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 32, 0); // site: related
    return 0;
}
