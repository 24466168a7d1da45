#include "cuda.h"
#include <unistd.h>

int main(void)
{
    CUmodule m;
    test_context();
    if (access("no-such-file.cubin", R_OK) == 0)
        return cuModuleLoad(&m, "no-such-file.cubin");
    return cuModuleLoadData(&m, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n") || cuModuleUnload(m);
}
