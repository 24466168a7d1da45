#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    return cuModuleLoadData(&m, ".version 6.4\n.target sm_60\n.address_size 64\n.visible .entry k(){ret;}\n") || cuModuleUnload(m);
}
