/* --kernel-checks: which of the driver's functions ours stand in front of; see kernel_checks.h. */
#include "wrap/kernel_checks.h"

#include "call/core.h"
#include "call/guest.h"
#include "call/watchdog.h"
#include "wrap/kernel_made.h"
#include "wrap/kernel_shadow.h"
#include "wrap/sys.h"

struct iq_real_cuda iq_kernel_real;

void iq_kernel_checks_tell(void)
{
    if (iq_kernel_real.cuLaunchKernel)
        iq_kernel_records_drain(CUDA_SUCCESS);
    iq_kernel_coverage_tell();
}

/* Inside the dynamic linker, too: nothing of libc. */
static const char *option(void)
{
    const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
    return option && option[0]                           ? option
           : iq_guest_option("INQUEST_REQUIRE_COVERAGE") ? "bounds"
                                                         : "none";
}

bool iq_kernel_checks_are_wanted(void)
{
    return !iq_guest_is_soft() && !iq_sys_equal(option(), "none");
}

unsigned iq_kernel_checks_wanted(void)
{
    return iq_sys_equal(option(), "all")
               ? IQ_INSTRUMENT_UNINITIALIZED | IQ_INSTRUMENT_RACES | IQ_INSTRUMENT_MASKS
               : 0;
}

/* Kernels that never end have noted what they do all the same. */
static void drain_waiting(void) { iq_kernel_records_drain(CUDA_SUCCESS); }

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
    iq_kernel_objects_install();
    iq_watchdog_set_news(drain_waiting);
    if (iq_kernel_checks_wanted() & IQ_INSTRUMENT_UNINITIALIZED)
        iq_kernel_writes_install();
}
