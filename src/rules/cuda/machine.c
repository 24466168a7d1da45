/* bad-device: codes of CUDA that speak of the machine and not of the call.  Every call answers with
 * them until the machine is mended, so they are one finding; a program that only asks how many
 * devices there are, and then does without, has done nothing wrong. */
#include <stdlib.h>

#include "abi/cudart_abi.h"
#include "call/core.h"
#include "rules/rules.h"

static const struct machine_code {
    int64_t code;
    const char *message, *cause, *fix;
} codes[] = {
    { CUDA_ERROR_NO_DEVICE, "there is no GPU that CUDA can use", NULL, NULL },
    { cudaErrorInsufficientDriver,
      "the driver is too old for the CUDA runtime in this program, or there is no driver", NULL,
      "install a newer driver, or build the program with an older toolkit; `inquest doctor` shows both versions" },
    { CUDA_ERROR_STUB_LIBRARY, "the toolkit's stub of libcuda was loaded in place of the driver",
      "the stub only has the driver's symbols for linking",
      "remove the toolkit's stubs folder from LD_LIBRARY_PATH and from the program's run path (-rpath)" },
    { CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, "the driver is too old for this call",
      "the program's CUDA runtime has the call, but the installed driver does not",
      "install a newer driver, or avoid the call where cudaDriverGetVersion returns less than it needs" },
    { CUDA_ERROR_SYSTEM_NOT_READY, "the machine is not ready for CUDA",
      "machines with NVLink switches need the fabric manager, which is not running or still starting",
      "start nvidia-fabricmanager in the same version as the driver, and wait until it is ready" },
    { CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
      "the driver's libraries and its kernel module are of different versions",
      "the driver was updated while its old kernel module was loaded, or a "
      "container brings its own libcuda",
      "reboot or reload the kernel module after an update; in a container use the host's libcuda" },
    { CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,
      "the CUDA compatibility package does not work on this GPU",
      "its libcuda was found first, but it supports data centre GPUs only",
      "remove the folder cuda/compat from LD_LIBRARY_PATH, and install a newer driver if the program needs one" },
};

/* Why nothing is there, as far as one can see from inside of the program. */
static void explain_none(struct iq_words *words)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (visible && !*visible) {
        iq_str_puts(&words->cause,
                    "CUDA_VISIBLE_DEVICES is set but empty, which hides every device");
        iq_str_puts(
            &words->fix,
            "unset CUDA_VISIBLE_DEVICES, or set it to the numbers of the devices to use, such as 0");
    } else if (visible) {
        iq_str_printf(
            &words->cause,
            "CUDA_VISIBLE_DEVICES is \"%.80s\", and the first device on that list does not exist on this machine",
            visible);
        iq_str_puts(
            &words->fix,
            "unset CUDA_VISIBLE_DEVICES, or list only devices that exist: the list ends at the first one that does not");
    } else {
        iq_str_puts(
            &words->cause,
            "the driver found no device: there is no GPU, the container lacks its device files, or the kernel module is not loaded");
        iq_str_puts(
            &words->fix,
            "run `inquest doctor` and nvidia-smi; --device soft runs the program without a GPU");
    }
}

struct explain_machine {
    const struct machine_code *code; /* that the call returned */
};
static void explain_machine(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct machine_code *code = IQ_EVIDENCE(explain_machine, suspicion)->code;
    iq_str_printf(&words->message, "%s failed: %s", call->entry->name, code->message);
    if (code->code == CUDA_ERROR_NO_DEVICE) {
        explain_none(words);
        return;
    }
    if (code->cause)
        iq_str_puts(&words->cause, code->cause);
    else if (iq_core.driver_version)
        iq_str_printf(
            &words->cause,
            "the driver supports CUDA %d.%d; a runtime of a newer major version does not start on it",
            iq_core.driver_version / 1000, iq_core.driver_version % 1000 / 10);
    else
        iq_str_puts(&words->cause, "no NVIDIA driver could be loaded");
    iq_str_puts(&words->fix, code->fix);
}

/* Asks what is there, so that the answer is none of its failures. */
static bool is_question(const struct iq_call *call)
{
    const struct iq_entry *entry = call->entry;
    return entry->operation == IQ_OP_INIT || entry->operation == IQ_OP_COUNT_DEVICES ||
           entry->flags & IQ_ENTRY_QUERY;
}

static void check_machine(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    for (size_t i = 0; i < IQ_COUNT_OF(codes); i++) {
        if (codes[i].code != event->result)
            continue;
        bool asked = is_question(event->call);
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_DEVICE, IQ_RANK_CODE + 5, -1);
        suspicion.failed = asked ? IQ_NOTE : IQ_ERROR;
        suspicion.cause = iq_cause(asked ? IQ_CAUSE_DEVICE_ASKED : IQ_CAUSE_DEVICE_NEEDED, 0);
        suspicion.displaces = asked ? 0 : iq_cause(IQ_CAUSE_DEVICE_ASKED, 0);
        IQ_EXPLAIN(&suspicion, explain_machine, .code = &codes[i]);
        if (!asked && thread->last_error.result == event->result && thread->last_error.ref.number) {
            suspicion.related[0].what = "an earlier call here failed the same way";
            suspicion.related[0].ref = thread->last_error.ref;
        }
        iq_suspect(&suspicion);
        return;
    }
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_machine, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_machine = { "machine", subscriptions,
                                                 IQ_COUNT_OF(subscriptions) };
