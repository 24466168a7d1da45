// soft only: a driver refuses the version
#include "cuda.h"

/* The first line that is unknown is the one that is named. */
int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, ".version 9.7\n.target sm_100\n.address_size 64\n.visible .entry k(){ret;}\n.novelty 3;\n"); // expect: soft-limit severity=warning arg=image result=222 says=line_5 says=a_limit_of_the_software_device
    cuModuleLoadData(&m, ".version 9.0\n.target sm_90\n.address_size 64\n.novelty 3;\n.visible .entry k(){ret;}\n"); // expect: ptx-syntax arg=image result=218 says=line_4
    return 0;
}
