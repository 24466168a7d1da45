/* --kernel-checks: which of the driver's functions ours stand in front of; see kernel_checks.h. */
#include "wrap/kernel_checks.h"

#include <string.h>

#include "call/core.h"
#include "call/guest.h"

struct iq_real_cuda iq_kernel_real;

void iq_kernel_checks_tell(void)
{
    if (iq_kernel_real.cuLaunchKernel)
        iq_kernel_records_drain(CUDA_SUCCESS);
    iq_kernel_coverage_tell();
}

static bool is_wanted(void)
{
    const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
    if (!option || !option[0])
        option = iq_guest_option("INQUEST_REQUIRE_COVERAGE") ? "bounds" : "none";
    return !iq_guest_is_soft() && strcmp(option, "none") != 0;
}

void iq_kernel_checks_install(void)
{
    if (!is_wanted() || !iq_real_cuda.cuMemHostRegister_v2 ||
        !iq_real_cuda.cuThreadExchangeStreamCaptureMode)
        return;
    iq_kernel_real = iq_real_cuda;
    iq_core.sees_kernels = true;
    iq_kernel_loading_install();
    iq_kernel_launch_install();
    iq_kernel_records_install();
}
