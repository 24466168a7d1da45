/* Seen: error 222, "the provided PTX was compiled with an unsupported toolchain".
 * Was: the toolkit is newer than the driver.
 * https://github.com/ComputationalRadiationPhysics/cuda_memtest/issues/31 */
// env: INQUEST_SOFT_DRIVER_VERSION=13000
#include "cuda_runtime.h"

KERNEL(memtest)

static const char ptx[] = ".version 9.5\n.target sm_50\n.address_size 64\n.visible .entry memtest(){ret;}\n";

int main(void)
{
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, memtest);
    __cudaRegisterFatBinaryEnd(fatbin);
    LAUNCH(memtest, 1, 1, 0, 0, NULL); // expect-soft: ptx-version api=cudaLaunchKernel result=222 arg=func says=PTX_of_version_9.5
    return 0;
}
