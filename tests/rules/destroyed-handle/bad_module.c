#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n";

int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    cuModuleLoadData(&m, ptx); // site: created
    cuModuleUnload(m); // site: destroyed
    cuModuleGetFunction(&f, m, "k"); // expect: destroyed-handle arg=hmod object=module
    return 0;
}
