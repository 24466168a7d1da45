#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, ".version 8.8\n.target sm_120\n.address_size 64\n.visible .entry k(){ret;}\n"); // expect: ptx-target arg=image result=218
    return 0;
}
