/* bad-device: managed memory is prefetched or advised for a device that cannot use it while the
 * host does.  The status is that of a number without a device. */
#include "abi/cuda_abi.h"
#include "call/core.h"
#include "process/hostmem.h"
#include "rules/rules.h"

/* The argument that names where memory is to be: a number, or (since CUDA 12.2) a CUmemLocation, of
 * which the call has the address. */
static int place_argument(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_PREFETCH ? 2 : 3;
}

/* A number of a device, or CU_DEVICE_CPU. */
static int device_of(const struct iq_call *call)
{
    int arg = place_argument(call->entry);
    CUmemLocation location;
    if (call->entry->args[arg].bytes == 4)
        return (int)call->args[arg];
    if (!iq_hostmem_copy(call->args[arg], &location, sizeof location) ||
        location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CU_DEVICE_CPU;
    return location.id;
}

static void explain_unshared(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    int device = device_of(call);
    iq_str_printf(&words->message, "%s of %s: ", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    if (device == CU_DEVICE_CPU)
        iq_str_puts(&words->message, "the stream's device");
    else
        iq_str_printf(&words->message, "device %d", device);
    iq_str_puts(&words->message, " cannot use managed memory while the host does");
    iq_str_puts(
        &words->cause,
        "its attribute concurrentManagedAccess is 0, as on Jetson, on Windows and in WSL: managed memory "
        "moves as a whole when a kernel starts, so there is nothing to prefetch or to advise");
    iq_str_puts(
        &words->fix,
        "make this call only where cudaDeviceGetAttribute (cuDeviceGetAttribute) gives 1 for "
        "ConcurrentManagedAccess; the program is correct without it");
}

static void check_unshared(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int device = device_of(call);
    if (event->result != CUDA_ERROR_INVALID_DEVICE ||
        (device != CU_DEVICE_CPU && !iq_core_has_device(device)))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_DEVICE, IQ_RANK_CODE + 6, place_argument(call->entry));
    suspicion.explain = explain_unshared;
    iq_suspect(&suspicion);
}

static bool places_memory(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_PREFETCH || entry->operation == IQ_OP_ADVISE;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(END), IQ_PHASE_FAILED, check_unshared, .apis = IQ_CUDA, .concerns = places_memory },
};
const struct iq_rule_family iq_rules_managed_access = { "managed-access", subscriptions,
                                                        IQ_COUNT_OF(subscriptions) };
