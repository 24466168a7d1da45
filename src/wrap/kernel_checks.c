/* --kernel-checks: which of the driver's functions ours stand in front of; see kernel_checks.h. */
#include "wrap/kernel_checks.h"

#include <stdio.h>
#include <string.h>

#include "call/core.h"
#include "call/guest.h"

struct iq_real_cuda iq_kernel_real;

void iq_kernel_checks_tell(void)
{
    char text[256];
    uint32_t accesses = 0, checked = 0;
    uint64_t checked_launches, launches;
    iq_kernel_records_drain(CUDA_SUCCESS);
    if (!iq_kernel_real.cuLaunchKernel)
        return;
    iq_kernel_launch_count(&checked_launches, &launches);
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        for (uint32_t i = 0; i < module->code.kernel_count; i++) {
            accesses += module->code.kernels[i].accesses;
            checked += module->code.kernels[i].checked;
        }
    snprintf(text, sizeof text,
             "--kernel-checks: %llu of %llu launches were checked inside; %u of %u accesses to "
             "global memory in the kernels loaded for them",
             (unsigned long long)checked_launches, (unsigned long long)launches, checked, accesses);
    iq_core_message(IQ_MESSAGE_INFO, text);
}

static bool is_wanted(void)
{
    const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
    return !iq_guest_is_soft() && option && option[0] && strcmp(option, "none");
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
