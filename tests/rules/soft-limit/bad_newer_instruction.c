// soft only: a driver refuses the version
#include "cuda.h"

/* One kernel of two needs what is unknown: it stops where it gets there. */
int main(void)
{
    static const char text[] = ".version 9.7\n.target sm_100\n.address_size 64\n.visible .entry plain(){ret;}\n"
                               ".visible .entry special(){\n .reg .b32 %r<3>;\n frobnicate.sync.b32 %r1, [%r2], 5;\n ret;\n}\n";
    CUmodule m;
    CUfunction plain, special;
    test_context();
    if (cuModuleLoadData(&m, text) || cuModuleGetFunction(&plain, m, "plain") || cuModuleGetFunction(&special, m, "special"))
        return 1;
    if (cuLaunchKernel(plain, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL) || cuCtxSynchronize())
        return 1;
    cuLaunchKernel(special, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL); // expect: soft-limit severity=warning says=frobnicate says=PTX_line_7 says=a_limit_of_the_software_device
    cuCtxSynchronize();
    return 0;
}
