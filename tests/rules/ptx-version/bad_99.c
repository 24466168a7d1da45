#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, ".version 99.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n"); // expect: ptx-version arg=image result=222
    return 0;
}
