/* Seen: error 222 for every kernel of a library, on a machine with an older driver.
 * Was: the library was built with a newer toolkit, and has no machine code for this GPU: its PTX is too new for the driver.
 * https://github.com/mit-han-lab/inter-operator-scheduler/issues/4 */
// env: INQUEST_SOFT_DRIVER_VERSION=12020
#include "cuda.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoadDataEx(&module, ".version 8.6\n.target sm_75\n.address_size 64\n.visible .entry k(){ret;}\n", 0, NULL, NULL); // expect-soft: ptx-version result=222 arg=image says=ISA_version_8.6
    return 0;
}
