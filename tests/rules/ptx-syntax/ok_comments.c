#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    return cuModuleLoadData(&m, "// head\n.version 7.0\n.target sm_50\n.address_size 64\n/* block */ .visible .entry k()\n{\n .reg .u32 %r<2>;\n mov.u32 %r1, 1; // one\n ret;\n}\n") ||
           cuModuleUnload(m);
}
