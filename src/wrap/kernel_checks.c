/* --kernel-checks: which of the driver's functions ours stand in front of; see kernel_checks.h. */
#include "wrap/kernel_checks.h"

#include <string.h>

#include "call/core.h"
#include "call/guest.h"
#include "wrap/kernel_shadow.h"

struct iq_real_cuda iq_kernel_real;

void iq_kernel_checks_tell(void)
{
    if (iq_kernel_real.cuLaunchKernel)
        iq_kernel_records_drain(CUDA_SUCCESS);
    iq_kernel_coverage_tell();
}

static const char *option(void)
{
    const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
    return option && option[0]                           ? option
           : iq_guest_option("INQUEST_REQUIRE_COVERAGE") ? "bounds"
                                                         : "none";
}

unsigned iq_kernel_checks_wanted(void)
{
    return strcmp(option(), "all")
               ? 0
               : IQ_INSTRUMENT_UNINITIALIZED | IQ_INSTRUMENT_RACES | IQ_INSTRUMENT_MASKS;
}

void iq_kernel_checks_install(void)
{
    if (iq_guest_is_soft() || !strcmp(option(), "none") || !iq_real_cuda.cuMemHostRegister_v2 ||
        !iq_real_cuda.cuThreadExchangeStreamCaptureMode)
        return;
    iq_kernel_real = iq_real_cuda;
    iq_core.sees_kernels = true;
    iq_kernel_loading_install();
    iq_kernel_launch_install();
    iq_kernel_records_install();
    if (iq_kernel_checks_wanted() & IQ_INSTRUMENT_UNINITIALIZED)
        iq_kernel_writes_install();
}
