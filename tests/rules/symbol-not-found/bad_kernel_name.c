#include "cuda.h"

int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry scale(){ret;}\n"); // site: created
    cuModuleGetFunction(&f, m, "scael"); // expect: symbol-not-found arg=name object=module result=500
    cuModuleUnload(m);
    return 0;
}
