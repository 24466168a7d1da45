#include "cuda.h"

int main(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .align 4 .b8 table[64];\n.visible .entry k(){ret;}\n";
    CUmodule module;
    CUdeviceptr p;
    size_t size;
    char host[64] = { 0 };
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetGlobal_v2(&p, &size, module, "table"); // site: created
    cuModuleUnload(module); // site: destroyed
    return cuMemcpyHtoD_v2(p, host, 64); // expect: use-after-free arg=dstDevice object=symbol state=freed
}
