/* never-signalled: a wait that makes no progress, with what is pending. */
#include "rules/faults/wait.h"

#include <string.h>

#include "api_cuda/launch.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/launches.h"
#include "api_vulkan/objects.h"
#include "call/core.h"
#include "call/findings.h"
#include "model/names.h"
#include "order/stall.h"
#include "rules/faults/kernel_place.h"
#include "rules/rules.h"

enum { TEXT_BYTES = 1000, PLACE_BYTES = 200, SUSPECTS = 3, MANY = 32 };

/* A piece of work that is not known to be over. */
/* name: of a kernel, NULL unknown */
struct waited_work {
    enum { KERNEL, GRAPH, SUBMISSION } kind;
    const char *name;
    uint32_t commands;
    struct iq_call_ref ref;
};

static uint32_t launches_of(const struct iq_wait *wait, struct waited_work out[SUSPECTS])
{
    struct iq_launch_record launches[SUSPECTS];
    uint32_t count = iq_launch_pending(wait->all ? NULL : &wait->stream, launches, SUSPECTS);
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++)
        out[i] = (struct waited_work){ launches[i].graph ? GRAPH : KERNEL, launches[i].kernel, 0,
                                       launches[i].ref };
    return count;
}

/* Of all queues: one may wait for another. */
static uint32_t kernels_of_opencl(struct waited_work out[SUSPECTS])
{
    const struct iq_cl_launch *launch;
    uint32_t count = 0;
    for (uint32_t i = 0; (launch = iq_cl_launch_get(i)); i++)
        if (iq_cl_launch_is_pending(launch)) {
            memmove(out + 1, out, (SUSPECTS - 1) * sizeof *out);
            out[0] = (struct waited_work){ KERNEL, launch->name, 0, launch->ref };
            count++;
        }
    return count;
}

static uint32_t submissions_of_vulkan(struct waited_work out[SUSPECTS])
{
    const struct iq_vk_submission *last[MANY];
    uint32_t count = (uint32_t)iq_vk_pending_submissions(last, MANY);
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++)
        out[i] = (struct waited_work){ SUBMISSION, NULL, last[count - 1 - i]->commands,
                                       last[count - 1 - i]->ref };
    return count;
}

static bool is_of_cuda(const struct iq_wait *wait)
{
    enum iq_api_id api = wait->ref.entry->api;
    return api != IQ_API_VULKAN && api != IQ_API_OPENCL;
}

/* Where the kernels are, if the device says so when it is asked. */
static void put_places(struct iq_str *text, const struct waited_work *works, uint32_t count)
{
    char place[PLACE_BYTES];
    uint64_t calls[SUSPECTS];
    for (uint32_t i = 0; i < count; i++)
        calls[i] = works[i].ref.number;
    iq_kernel_place_ask(calls, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!iq_kernel_place_get(works[i].ref.number, place, sizeof place))
            continue;
        iq_str_puts(text, count == 1 ? ": " : "; ");
        if (count > 1 && works[i].name)
            iq_str_printf(text, "in kernel %s, ", works[i].name);
        iq_str_puts(text, place);
    }
}

/* What is pending, oldest first: that is where the device is.  False: nothing that is known. */
static bool put_work(struct iq_str *text, const char *before, const struct iq_wait *wait,
                     struct iq_finding *finding)
{
    struct waited_work works[SUSPECTS];
    enum iq_api_id api = wait->ref.entry->api;
    uint32_t count = api == IQ_API_VULKAN   ? submissions_of_vulkan(works)
                     : api == IQ_API_OPENCL ? kernels_of_opencl(works)
                                            : launches_of(wait, works);
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++) {
        iq_str_puts(text, i ? ", " : before);
        if (works[i].kind == KERNEL && works[i].name)
            iq_str_printf(text, "kernel %s", works[i].name);
        else if (works[i].kind != SUBMISSION)
            iq_str_puts(text, works[i].kind == GRAPH ? "a graph" : "a kernel");
        else
            iq_str_printf(text, "a submission of %u recorded command%s", works[i].commands,
                          works[i].commands == 1 ? "" : "s");
        finding->related[finding->related_count++] =
            (struct iq_related){ "work that has not finished was enqueued here",
                                 works[i].ref.stack };
    }
    if (count > SUSPECTS)
        iq_str_printf(text, " and %u more", count - SUSPECTS);
    if (count)
        iq_str_puts(text, count == 1 ? " has not finished" : " may not have finished");
    if (is_of_cuda(wait))
        put_places(text, works, count < SUSPECTS ? count : SUSPECTS);
    return count;
}

/* What the stream was told to wait for; false: nothing. */
static bool put_told(struct iq_str *text, const struct iq_wait *wait, struct iq_finding *finding)
{
    struct iq_stall told;
    if (!is_of_cuda(wait) || !iq_stall_find(wait->stream, &told))
        return false;
    const char *name = told.ref.entry ? told.ref.entry->name : "a call";
    if (told.address)
        iq_str_printf(
            text,
            "%s made the stream wait for a value at 0x%llx, and no call since then that inquest saw writes one there",
            name, (unsigned long long)told.address);
    else
        iq_str_printf(
            text, "the host function that %s enqueued has not returned, or has not started", name);
    finding->related[finding->related_count++] =
        (struct iq_related){ told.address ? "the stream waits since here"
                                          : "the function was enqueued here",
                             told.ref.stack };
    return true;
}

static void put_pending(struct iq_str *text, const struct iq_wait *wait, struct iq_finding *finding)
{
    bool told = put_told(text, wait, finding);
    if (!put_work(text, told ? "; " : "", wait, finding) && !told)
        iq_str_puts(
            text,
            "none of the work that inquest saw is known to be pending: the call may wait for another process, or for work that inquest did not see");
}

static const char *fix_of(enum iq_api_id api)
{
    switch (api) {
    case IQ_API_VULKAN:
        return "check the shaders of that work for endless loops, and look for semaphores, fences and events that nothing signals; --watchdog SECONDS sets the time limit";
    case IQ_API_OPENCL:
        return "check the kernel for an endless loop, and the events that it waits for: those of another queue need clFlush, user events must be set by the program; --watchdog "
               "SECONDS sets the time limit";
    default:
        return "check what has not finished: a kernel that waits for something, a host function that waits for a lock or calls the API, a value that nothing writes; "
               "--watchdog SECONDS sets the time limit";
    }
}

/* Commands of OpenCL that wait for an event which the program itself has to set. */
static void put_user_event(struct iq_str *text, const struct iq_wait *wait,
                           struct iq_finding *finding)
{
    const struct iq_handle *event = wait->object;
    iq_str_printf(
        text,
        "it waits, directly or through other commands, for the user event that %s created, and clSetUserEventStatus has not been called for that event",
        event->created.entry ? event->created.entry->name : "a call");
    finding->severity = IQ_ERROR; /* if it is set after all, the call comes back */
    iq_finding_set_handle(finding, event, 0);
    finding->arg_index = wait->arg;
    finding->arg_name = wait->arg < 0 ? NULL : wait->ref.entry->args[wait->arg].name;
    finding->fix =
        "call clSetUserEventStatus(event, CL_COMPLETE) on every path through the program before anything waits for it, or from another thread";
}

uint64_t iq_wait_report(const struct iq_wait *wait, uint64_t limit_ns)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const struct iq_entry *entry = wait->ref.entry;
    struct iq_finding finding = { .rule = IQ_RULE_NEVER_SIGNALLED,
                                  .severity = IQ_WARNING,
                                  .api = entry->name,
                                  .entry = entry->symbol,
                                  .arg_index = -1,
                                  .object_device = -1,
                                  .message = message,
                                  .cause = cause,
                                  .stack_call = wait->ref.stack,
                                  .count = 1,
                                  .fix = fix_of((enum iq_api_id)entry->api) };
    if (!iq_rule_is_enabled(finding.rule))
        return 0;
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s has waited for ", entry->name);
    iq_str_printf(&text, "%g seconds without progress", (double)(limit_ns / 1000000) / 1000);
    iq_str_init_buffer(&text, cause, sizeof cause);
    if (wait->object)
        put_user_event(&text, wait, &finding);
    else
        put_pending(&text, wait, &finding);
    return iq_findings_add(&finding, 0, 0, false);
}
