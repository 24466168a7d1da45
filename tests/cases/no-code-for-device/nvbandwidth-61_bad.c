/* Seen: error 222, although programs of newer minor versions run on this driver.
 * Was: that promise does not hold for PTX, which the driver has to compile.
 * https://github.com/NVIDIA/nvbandwidth/issues/61 */
// env: INQUEST_SOFT_DRIVER_VERSION=13000
#include "cuda.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoadDataEx(&module, ".version 9.2\n.target sm_75\n.address_size 64\n.visible .entry copy(){ret;}\n", 0, NULL, NULL); // expect-soft: ptx-version arg=image result=222
    return 0;
}
