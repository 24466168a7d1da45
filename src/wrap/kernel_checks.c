/* --kernel-checks: which of the driver's functions ours stand in front of; see kernel_checks.h. */
#include "wrap/kernel_checks.h"

#include "call/core.h"
#include "call/guest.h"
#include "wrap/kernel_made.h"
#include "wrap/sys.h"

struct iq_real_cuda iq_kernel_real;

void iq_kernel_checks_tell(void)
{
    if (iq_kernel_real.cuLaunchKernel)
        iq_kernel_records_drain(CUDA_SUCCESS);
    iq_kernel_coverage_tell();
}

bool iq_kernel_checks_are_wanted(void)
{
    const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
    if (!option || !option[0])
        option = iq_guest_option("INQUEST_REQUIRE_COVERAGE") ? "bounds" : "none";
    return !iq_guest_is_soft() && !iq_sys_equal(option, "none");
}

void iq_kernel_checks_install(void)
{
    if (!iq_kernel_checks_are_wanted() || !iq_real_cuda.cuMemHostRegister_v2 ||
        !iq_real_cuda.cuThreadExchangeStreamCaptureMode)
        return;
    iq_kernel_real = iq_real_cuda;
    iq_core.sees_kernels = true;
    iq_kernel_loading_install();
    iq_kernel_linking_install();
    iq_kernel_launch_install();
    iq_kernel_records_install();
}
