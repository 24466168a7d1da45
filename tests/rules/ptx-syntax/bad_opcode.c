#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ bogus.op %r1; ret;}\n"); // expect: ptx-syntax arg=image result=218
    return 0;
}
