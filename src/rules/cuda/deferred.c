/* earlier-fault: the call is innocent; a kernel before it failed, and the context answers every
 * call with that error now. pending-error: an error that an expected answer left behind is taken
 * for the failure of something else. */
#include "abi/cuda_abi.h"
#include "api_cuda/launch.h"
#include "call/core.h"
#include "process/xid.h"
#include "rules/rules.h"

enum { SUSPECTS = IQ_SUSPICION_RELATED };

static bool is_sticky(const struct iq_event *event)
{
    return event->result == CUDA_ERROR_DEVICE_UNAVAILABLE ||
           event->call->plan->api->is_sticky(event->result);
}

static const char *meaning(int64_t code)
{
    switch (code) {
    case CUDA_ERROR_ILLEGAL_ADDRESS: return "a kernel accessed memory that it must not access";
    case CUDA_ERROR_LAUNCH_TIMEOUT: return "a kernel ran longer than the device allows";
    case CUDA_ERROR_ASSERT: return "an assertion in a kernel failed";
    case CUDA_ERROR_HARDWARE_STACK_ERROR: return "a kernel overran its stack";
    case CUDA_ERROR_ILLEGAL_INSTRUCTION: return "a kernel executed an illegal instruction";
    case CUDA_ERROR_MISALIGNED_ADDRESS: return "a kernel made a misaligned access";
    case CUDA_ERROR_INVALID_ADDRESS_SPACE: return "a kernel used an address of the wrong space";
    case CUDA_ERROR_INVALID_PC: return "a kernel jumped to an invalid address";
    case CUDA_ERROR_LAUNCH_FAILED:
        return "a kernel failed (trap, or an error that the hardware could not classify)";
    case CUDA_ERROR_DEVICE_UNAVAILABLE: return "the device has not recovered from an earlier fault";
    default: return "work on the device failed";
    }
}

static void put_launch(struct iq_str *text, const struct iq_launch_record *launch,
                       const struct iq_call *call)
{
    if (launch->graph) {
        iq_str_puts(text, "graph launched ");
        iq_put_ago(text, launch->ref.number, call->number);
        return;
    }
    iq_str_printf(text, "%s<<<(%u,%u,%u), (%u,%u,%u)>>> launched ",
                  launch->kernel ? launch->kernel : "kernel", launch->grid[0], launch->grid[1],
                  launch->grid[2], launch->block[0], launch->block[1], launch->block[2]);
    iq_put_ago(text, launch->ref.number, call->number);
}

/* Faults that a bad pointer among a kernel's arguments leads to. */
static bool is_memory_fault(int64_t code)
{
    return code == CUDA_ERROR_ILLEGAL_ADDRESS || code == CUDA_ERROR_MISALIGNED_ADDRESS ||
           code == CUDA_ERROR_INVALID_ADDRESS_SPACE || code == CUDA_ERROR_LAUNCH_FAILED;
}

static bool find_memory(uint64_t pointer, struct iq_range *range)
{
    return iq_range_find(pointer, range) || iq_range_find_freed(pointer, range);
}

/* What the arguments of the launch that failed point to: one of these blocks was overrun, or used
 * after it was freed. */
static void put_pointers(struct iq_str *text, const struct iq_launch_record *launch,
                         const struct iq_call *call)
{
    struct iq_range range;
    for (int i = 0; i < 4 && launch->pointers[i]; i++) {
        if (!find_memory(launch->pointers[i], &range))
            continue;
        struct iq_object object = iq_object_of_range(&range);
        iq_str_puts(text, i ? ", " : "; its arguments point to ");
        iq_put_object(text, &object);
        iq_str_puts(text, " ");
        iq_put_history(text, &object, call);
    }
}

/* The page that the device could not access, where the kernel's log may be read; each thread's own:
 * another one may tell of another device. */
static __thread struct {
    uint64_t cause;
    struct iq_xid xid;
    bool known;
} fault __attribute__((tls_model("initial-exec")));

static void look_into_log(int64_t code, uint64_t cause)
{
    if (fault.cause == cause)
        return;
    fault.known = code == CUDA_ERROR_ILLEGAL_ADDRESS && !iq_core.soft && iq_xid_find(&fault.xid);
    fault.cause = cause;
}

/* The block that the page belongs to, lives on in or lies after; false: none is near. */
static bool find_block(struct iq_range *range)
{
    const uint64_t far = (uint64_t)1 << 30;
    return fault.known && (iq_range_find(fault.xid.address, range) ||
                           iq_range_find_freed(fault.xid.address, range) ||
                           (iq_range_find_below(fault.xid.address, range) &&
                            fault.xid.address - range->base - range->size < far));
}

static void put_fault(struct iq_str *text, const struct iq_call *call)
{
    struct iq_range range;
    if (!fault.known)
        return;
    iq_str_printf(text, "; the device could not %s the page at 0x%llx, according to the system log",
                  fault.xid.write  ? "write"
                  : fault.xid.read ? "read"
                                   : "access",
                  (unsigned long long)fault.xid.address);
    if (!find_block(&range))
        return;
    struct iq_object object = iq_object_of_range(&range);
    if (iq_range_holds(&range, fault.xid.address))
        iq_str_puts(text, ", which is part of ");
    else {
        uint64_t distance = fault.xid.address - range.base - range.size;
        iq_str_puts(text, distance ? ", " : ", directly");
        if (distance)
            iq_put_bytes(text, distance);
        iq_str_puts(text, " after ");
    }
    iq_put_object(text, &object);
    iq_str_puts(text, " ");
    iq_put_history(text, &object, call);
}

static bool goes_there(const struct iq_launch_record *launch)
{
    return launch->outside && (!fault.known || launch->outside - fault.xid.address < IQ_XID_PAGE);
}

static bool gets_block(const struct iq_launch_record *launch)
{
    struct iq_range range;
    bool gets = false;
    for (int i = 0; i < 4 && launch->pointers[i] && find_block(&range); i++)
        gets |= iq_range_holds(&range, launch->pointers[i]);
    return gets;
}

/* The only one of several suspects that [fits]; -1: none, or more. */
static int only_one(const struct iq_launch_record *launches, uint32_t count,
                    bool (*fits)(const struct iq_launch_record *))
{
    int found = -1;
    for (uint32_t i = 0; i < count && count <= SUSPECTS; i++)
        if (fits(&launches[i])) {
            if (found >= 0)
                return -1;
            found = (int)i;
        }
    return found;
}

enum { BY_NOTHING, BY_ADDRESS, BY_BLOCK };

/* Where kernels of several streams ran at once: the launch that does what failed.  *by tells how
 * that is known.  Returns how many suspects are left. */
static uint32_t suspects(const struct iq_context *context, int64_t code,
                         struct iq_launch_record *launches, int *by)
{
    uint32_t count = iq_launch_suspects(context, launches, SUSPECTS);
    int guilty = -1;
    *by = BY_NOTHING;
    if (count < 2 || code != CUDA_ERROR_ILLEGAL_ADDRESS)
        return count;
    if ((guilty = only_one(launches, count, goes_there)) >= 0)
        *by = BY_ADDRESS;
    else if ((guilty = only_one(launches, count, gets_block)) >= 0)
        *by = BY_BLOCK;
    if (guilty < 0)
        return count;
    launches[0] = launches[guilty];
    return 1;
}

/* Do markers name the launches? */
static bool is_exact(const struct iq_launch_record *launches, uint32_t count)
{
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++)
        if (!launches[i].marker)
            return false;
    return count > 0;
}

/* How to find more.  The statement of other faults than those of memory is not looked for. */
static void put_next_run(struct iq_str *fix, int64_t code, uint32_t launches, bool exact)
{
    bool statement = is_memory_fault(code) && !iq_core.sees_kernels;
    if (launches == 1)
        iq_str_puts(fix, statement ? "fix the kernel, not this call; "
                                   : "fix the kernel, not this call");
    if (statement) {
        iq_put_rerun(fix, "--kernel-checks=bounds");
        iq_str_puts(fix, ", which shows the faulting statement");
    }
    if (launches == 1)
        return;
    iq_str_puts(fix, statement ? "; or " : "");
    iq_put_rerun(fix, exact ? "--blame=serial" : "--blame");
    iq_str_puts(
        fix,
        exact
            ? ", which runs the launches of all streams one by one and so identifies the one that fails"
            : ", which identifies the launch, or one launch for each busy stream");
}

struct explain_earlier_fault {
    const struct iq_context *context; /* whose launches are suspects */
};
static void explain_earlier_fault(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct iq_context *context = IQ_EVIDENCE(explain_earlier_fault, suspicion)->context;
    struct iq_launch_record launches[SUSPECTS];
    int by;
    uint32_t count = suspects(context, call->result, launches, &by),
             shown = count < SUSPECTS ? count : SUSPECTS;
    bool exact = is_exact(launches, count);
    iq_str_printf(&words->message, "%s reports that an earlier kernel failed", call->entry->name);
    if (count == 1)
        iq_str_printf(&words->message, ", %s%s", by == BY_BLOCK ? "most likely " : "",
                      launches[0].graph    ? "in a graph"
                      : launches[0].kernel ? launches[0].kernel
                                           : "launched just before");
    iq_str_printf(&words->cause, "%s, and every later call in this context returns this error",
                  meaning(call->result));
    if (count)
        iq_str_printf(
            &words->cause, "; %s ",
            by == BY_ADDRESS
                ? "of the launches that were running, by PTX and arguments only one accesses unallocated memory:"
            : by == BY_BLOCK
                ? "of the launches that were running, only one has the adjacent block as an argument:"
            : exact      ? count == 1 ? "the first launch that did not complete is"
                                      : "one of the launches that were running, one on each stream:"
            : count == 1 ? "the only launch since the last successful wait is"
                         : "suspects:");
    for (uint32_t i = 0; i < shown; i++) {
        iq_str_puts(&words->cause, i ? ", " : "");
        put_launch(&words->cause, &launches[i], call);
    }
    if (count > shown)
        iq_str_printf(&words->cause, " and %u more", count - shown);
    if (count == 1 && is_memory_fault(call->result))
        put_pointers(&words->cause, &launches[0], call);
    put_fault(&words->cause, call);
    put_next_run(&words->fix, call->result, count, exact);
}

static uint64_t last_cause; /* of the last fault */

static void check_deferred(const struct iq_event *event)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_context *context =
        thread->current ? thread->current : iq_context_stand_in(thread->device);
    if (!is_sticky(event) || (event->result == CUDA_ERROR_DEVICE_UNAVAILABLE && !context))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_EARLIER_FAULT, IQ_RANK_STICKY, -1);
    struct iq_launch_record launches[SUSPECTS];
    int by;
    suspicion.cause = iq_cause(
        IQ_CAUSE_FAULT, event->result == CUDA_ERROR_DEVICE_UNAVAILABLE ? 0 : (uintptr_t)context);
    look_into_log(event->result, suspicion.cause);
    uint32_t count = suspects(context, event->result, launches, &by);
    suspicion.folds_into = __atomic_load_n(&iq_core.soft_fault, __ATOMIC_ACQUIRE);
    if (!suspicion.folds_into && is_memory_fault(event->result))
        suspicion.folds_into = iq_launch_foreseen(context);
    IQ_EXPLAIN(&suspicion, explain_earlier_fault, .context = context);
    if (event->result == CUDA_ERROR_DEVICE_UNAVAILABLE &&
        last_cause) /* the device is still gone after a reset */
        suspicion.cause = last_cause;
    last_cause = suspicion.cause;
    if (event->result == CUDA_ERROR_ASSERT) /* the status itself says what happened */
        suspicion.rule = IQ_RULE_KERNEL_ASSERT;
    if (event->result == CUDA_ERROR_DEVICE_UNAVAILABLE && !suspicion.folds_into)
        suspicion.folds_into = iq_core.last_fault;
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++) {
        suspicion.related[i].what = by == BY_BLOCK ? "kernel launch that most likely faulted"
                                    : count == 1   ? "kernel launch that faulted"
                                                   : "kernel launch that may have faulted";
        suspicion.related[i].ref = launches[i].ref;
    }
    struct iq_range range;
    if (count == 1 && is_memory_fault(event->result) && launches[0].pointers[0] &&
        !launches[0].pointers[1] && find_memory(launches[0].pointers[0], &range))
        suspicion.object = iq_object_of_range(&range);
    iq_suspect(&suspicion);
}

static void explain_pending(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct iq_thread *thread = suspicion->thread;
    const char *name = iq_status_name(call->entry->api, call->result);
    iq_str_printf(&words->message, "%s returned %s, which an earlier call had set",
                  call->entry->name, name);
    if (thread->last_error.ref.entry) {
        iq_str_printf(&words->cause, "%s returned it ", thread->last_error.ref.entry->name);
        iq_put_ago(&words->cause, thread->last_error.ref.number, call->number);
        iq_str_puts(&words->cause, "; the last error is kept until the program reads it");
    } else
        iq_str_puts(
            &words->cause,
            "no call that inquest saw on this thread has returned it since the last error was read");
    iq_str_puts(
        &words->fix,
        "check the earlier call's result, and clear the last error with cudaGetLastError after an expected failure");
}

static void check_pending(const struct iq_event *event)
{
    if (!(event->call->entry->flags & (IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR)) ||
        is_sticky(event))
        return;
    const struct iq_thread *thread = iq_thread_block;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_PENDING_ERROR, IQ_RANK_NULL, -1);
    suspicion.failed = IQ_WARNING;
    suspicion.cause = thread->last_error.ref.number
                          ? iq_cause(IQ_CAUSE_LAST_ERROR, thread->last_error.ref.number)
                          : 0;
    suspicion.explain = explain_pending;
    if (thread->last_error.ref.entry) {
        suspicion.related[0].what = "the call that set the error";
        suspicion.related[0].ref = thread->last_error.ref;
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_deferred, .apis = IQ_CUDA },
    { IQ_ON(END), IQ_PHASE_FAILED, check_pending, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_deferred = { "deferred", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
