#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    return cuModuleLoadData(&m, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(){ret;}\n") || cuModuleUnload(m);
}
