#include "cuda.h"

int main(void)
{
    CUmodule m;
    CUfunction f;
    test_context();
    return cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry scale(){ret;}\n") ||
           cuModuleGetFunction(&f, m, "scale") || cuModuleUnload(m);
}
