/* Seen: error 222 when a module is loaded.
 * Was: PTX from a newer toolkit than the driver's.
 * https://github.com/huggingface/candle/issues/2498 */
// env: INQUEST_SOFT_DRIVER_VERSION=12020
#include "cuda.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoadData(&module, ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(){ret;}\n"); // expect-soft: ptx-version result=222 arg=image says=ISA_version_8.5
    return 0;
}
