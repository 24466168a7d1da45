/* in-use-by-queue, destroyed-handle of what was recorded, not-mapped, mapped-conflict, and what a
 * lost device was doing: objects against the work that queues still have to do. */
#include <string.h>

#include "abi/vulkan_abi.h"
#include "api_vulkan/semaphore.h"
#include "call/status.h"
#include "call/thread.h"
#include "call/verdict.h"
#include "model/names.h"
#include "rules/rules.h"

enum { LAST = 2 };

static void put_submission(struct iq_str *text, const struct iq_vk_submission *submission,
                           const struct iq_call *call)
{
    if (!submission->ref.number) {
        iq_str_puts(text, "by work that was submitted long ago");
        return;
    }
    iq_str_printf(text, "by %s ", submission->ref.entry->name);
    iq_put_ago(text, submission->ref.number, call->number);
    if (submission->commands)
        iq_str_printf(text, ", with %u recorded command%s", submission->commands,
                      submission->commands == 1 ? "" : "s");
}

uint64_t iq_submission_cause(const struct iq_vk_submission *submission)
{
    return iq_cause(IQ_CAUSE_SUBMISSION, submission->ref.stack);
}

/* --- in use
 * ------------------------------------------------------------------------------------------
 */

struct explain_busy {
    const struct iq_handle *handle;
    const struct iq_vk_submission *submission; /* that uses it */
    bool ends;                                 /* the call destroys it; else it changes it */
};
static void explain_busy(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_busy *evidence = IQ_EVIDENCE(explain_busy, suspicion);
    const struct iq_handle *handle = evidence->handle;
    iq_str_printf(&words->message, "%s %s ", call->entry->name,
                  evidence->ends ? "destroys" : "changes");
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_puts(&words->message, ", which submitted work still uses");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    iq_str_puts(&words->cause, " and submitted ");
    put_submission(&words->cause, evidence->submission, call);
    iq_str_puts(&words->cause, "; no call since then has confirmed that this work is complete");
    if (call->answered)
        iq_str_puts(
            &words->cause,
            "; inquest did not forward the call, because drivers may crash or write into memory that has been reused");
    iq_str_puts(
        &words->fix,
        "wait for the fence of that submission (vkWaitForFences) before this call, or for everything (vkQueueWaitIdle, "
        "vkDeviceWaitIdle); with several frames in flight keep one such object per frame");
}

static void check_busy(const struct iq_event *event)
{
    const struct iq_vk_submission *submission = iq_vk_pending(event->handle);
    if (!submission)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_IN_USE_BY_QUEUE, IQ_RANK_DEAD - 1, event->arg);
    bool ends = event->role && event->role->role == IQ_ROLE_DEL;
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.done = IQ_ERROR;
    suspicion.contain = ends ? IQ_ANSWER_HANDLE : 0;
    suspicion.cause = iq_submission_cause(submission);
    if (submission->ref.number) {
        suspicion.related[0].what = "the work was submitted here";
        suspicion.related[0].ref = submission->ref;
    }
    IQ_EXPLAIN(&suspicion, explain_busy, .handle = event->handle, .submission = submission,
               .ends = ends);
    iq_suspect(&suspicion);
}

/* --- recorded and gone
 * ------------------------------------------------------------------------------------------
 */

struct explain_stale {
    const struct iq_handle *handle;
    bool by_set; /* a descriptor set leads to it */
};
static void explain_stale(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_stale *evidence = IQ_EVIDENCE(explain_stale, suspicion);
    const struct iq_handle *handle = evidence->handle;
    bool submits = call->entry->flags & IQ_ENTRY_ASYNC;
    iq_str_printf(&words->message,
                  submits
                      ? evidence->by_set
                            ? "%s submits a command buffer with a descriptor set that refers to "
                            : "%s submits a command buffer that uses "
                      : "%s is given a view of ",
                  call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_puts(&words->message, ", which has been destroyed");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    if (suspicion->related[0].ref.entry)
        iq_str_printf(&words->cause, "; %s recorded it into the command buffer",
                      suspicion->related[0].ref.entry->name);
    if (evidence->by_set)
        iq_str_puts(&words->cause, "; a shader that uses this descriptor reads freed memory");
    if (call->answered && submits)
        iq_str_puts(
            &words->cause,
            "; inquest did not submit it and reports the device as lost from now on, because the driver would have used freed memory");
    else if (call->answered)
        iq_str_puts(&words->cause,
                    "; inquest did not forward the call, because drivers may crash on such a view");
    iq_str_puts(
        &words->fix,
        submits
            ? "destroy it after the command buffer's last submission has completed, or record the command buffer again without it"
            : "destroy views together with their image or buffer, the views first, and create new views of the new object");
}

static const char *set_or_buffer(const struct iq_handle *changed)
{
    return changed->kind == IQ_KIND_VK_DESCRIPTOR_SET
               ? "the descriptor set was updated here"
               : "the secondary command buffer was begun again here";
}

/* --- recorded and changed
 * ------------------------------------------------------------------------------------------
 */

struct explain_changed {
    const struct iq_handle *handle; /* a descriptor set or a command buffer */
};
static void explain_changed(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct iq_handle *handle = IQ_EVIDENCE(explain_changed, suspicion)->handle;
    bool set = handle->kind == IQ_KIND_VK_DESCRIPTOR_SET;
    const struct iq_entry *by = suspicion->related[1].ref.entry;
    iq_str_printf(&words->message,
                  "%s submits a command buffer that became invalid: ", call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_printf(&words->message, " was %s after it had been recorded into the command buffer",
                  set ? "updated" : "recorded again or reset");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    if (suspicion->related[0].ref.entry)
        iq_str_printf(&words->cause, "; %s recorded it into the command buffer",
                      suspicion->related[0].ref.entry->name);
    if (by)
        iq_str_printf(&words->cause, ", and %s changed it afterwards", by->name);
    iq_str_puts(
        &words->cause,
        set ? "; some drivers have already copied the old descriptors, others use the new ones"
            : "; drivers may execute the old commands, the new ones, or none");
    iq_str_puts(
        &words->fix,
        set ? "write the set before vkCmdBindDescriptorSets, use one set per use, record the command buffer again, or give the binding "
              "VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT"
            : "record the primary command buffer again, or use another secondary command buffer for the new commands");
}

static void check_stale(const struct iq_event *event)
{
    const struct iq_handle *gone = event->handle;
    const struct iq_vk_command *command = event->submit.command;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, event->submit.change ? IQ_RULE_VALIDATION : IQ_RULE_DESTROYED_HANDLE,
                        IQ_RANK_DEAD, event->arg);
    suspicion.object = iq_object_of_handle(gone);
    suspicion.done = event->submit.perhaps ? IQ_WARNING : IQ_ERROR;
    suspicion.contain = event->submit.change || event->submit.perhaps ? 0 : IQ_ANSWER_HANDLE;
    suspicion.cause = iq_handle_cause(gone);
    if (command) {
        suspicion.related[0].what = "the command that uses it was recorded here";
        suspicion.related[0].ref = command->ref;
    }
    if (event->submit.change && event->submit.change->number) {
        suspicion.related[1].what = set_or_buffer(gone);
        suspicion.related[1].ref = *event->submit.change;
    }
    if (event->submit.change)
        IQ_EXPLAIN(&suspicion, explain_changed, .handle = gone);
    else
        IQ_EXPLAIN(&suspicion, explain_stale, .handle = gone, .by_set = event->submit.perhaps);
    iq_suspect(&suspicion);
}

/* --- waits without a signal
 * ------------------------------------------------------------------------------------------
 */

struct explain_never {
    const struct iq_handle *handle;
    bool timeline; /* it is a timeline semaphore */
    bool polls;    /* the call asks for it; else it waits */
};
static void explain_never(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_never *evidence = IQ_EVIDENCE(explain_never, suspicion);
    const struct iq_handle *handle = evidence->handle;
    iq_str_printf(&words->message,
                  handle->kind == IQ_KIND_VK_EVENT ? "%s waits for work that waits for "
                  : evidence->polls                ? "%s polls "
                                                   : "%s waits for ",
                  call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_printf(&words->message, ", which no submitted work will %s",
                  handle->kind == IQ_KIND_VK_EVENT        ? "set"
                  : handle->kind == IQ_KIND_VK_QUERY_POOL ? "write"
                                                          : "signal");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    if (handle->kind == IQ_KIND_VK_FENCE)
        iq_str_puts(&words->cause,
                    "; since it was created or reset, it has not been passed to a submission");
    else if (handle->kind == IQ_KIND_VK_QUERY_POOL)
        iq_str_puts(&words->cause,
                    ((const struct iq_vk_object *)handle->details)->queries.written
                        ? "; the commands that write its queries were recorded, but not submitted"
                        : "; no command that writes one of its queries was recorded");
    else if (handle->kind == IQ_KIND_VK_EVENT)
        iq_str_puts(
            &words->cause,
            "; a submitted command waits for it, but no vkCmdSetEvent was recorded for it and vkSetEvent was not called");
    else if (evidence->timeline)
        iq_str_puts(&words->cause,
                    "; no submission and no vkSignalSemaphore so far reaches the awaited value");
    else
        iq_str_puts(
            &words->cause,
            "; no submission, presentation or acquired image signals it, or another wait has already consumed its signal");
    iq_str_puts(
        &words->fix,
        handle->kind == IQ_KIND_VK_EVENT
            ? "record vkCmdSetEvent before the wait, on the same queue, or call vkSetEvent before the host waits"
        : handle->kind == IQ_KIND_VK_QUERY_POOL
            ? "record vkCmdEndQuery or vkCmdWriteTimestamp, and submit it, before waiting for the results; without VK_QUERY_RESULT_WAIT_BIT "
              "the call returns VK_NOT_READY"
        : handle->kind == IQ_KIND_VK_FENCE
            ? "pass the fence to the vkQueueSubmit to wait for, and reset it before that call, not after it"
            : "submit the work that signals it first; each signal of a binary semaphore serves one wait");
}

static void check_never(const struct iq_event *event)
{
    const struct iq_vk_object *object = event->handle->details;
    bool submission = event->call->entry->flags & IQ_ENTRY_ASYNC;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_NEVER_SIGNALLED, IQ_RANK_FOREIGN + 6, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.done = event->wait.cause ? IQ_WARNING : IQ_ERROR;
    suspicion.cause = event->wait.cause;
    bool timeline =
        event->handle->kind == IQ_KIND_VK_SEMAPHORE && object && object->semaphore.timeline;
    IQ_EXPLAIN(&suspicion, explain_never, .handle = event->handle, .timeline = timeline,
               .polls = event->wait.cause);
    const struct iq_vk_submission *stuck =
        event->handle->kind == IQ_KIND_VK_EVENT ? iq_vk_awaiting(event->handle->parent) : NULL;
    if (stuck) {
        suspicion.related[0].what = "the work was submitted here";
        suspicion.related[0].ref = stuck->ref;
    }
    /* a queue that waits for ever takes its device along */
    suspicion.contain = submission ? IQ_ANSWER_HANDLE : 0;
    if (submission)
        iq_suspect(&suspicion);
    else
        iq_verdict_ahead(iq_thread_block, event->call, &suspicion);
}

enum backwards { REACHED, QUEUED, OVERTAKES };

struct explain_backwards {
    const struct iq_handle *handle;
    uint64_t value; /* that is signalled */
    uint64_t limit; /* value that it must be above, or below where it overtakes */
    enum backwards how;
};
static void explain_backwards(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_backwards *evidence = IQ_EVIDENCE(explain_backwards, suspicion);
    const struct iq_handle *handle = evidence->handle;
    unsigned long long value = evidence->value, limit = evidence->limit;
    enum backwards how = evidence->how;
    iq_str_printf(&words->message, "%s signals ", call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_puts(&words->message,
                how == REACHED  ? " with a value that it has already reached"
                : how == QUEUED ? " with a value that it will already have reached"
                                : " with a value beyond what submitted work will still signal");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    iq_str_printf(
        &words->cause,
        how == REACHED ? "; its value is %llu, and the call signals %llu"
        : how == QUEUED
            ? "; work before this signal sets it to %llu, and this one to %llu"
            : "; submitted work will still signal it with %llu, and the host signals %llu",
        limit, value);
    iq_str_puts(&words->cause,
                ": timeline values must increase; drivers lose the device or ignore the signal");
    if (how == OVERTAKES)
        iq_str_printf(
            &words->fix,
            "signal it with less than %llu, or wait for that work first; let either the host or a queue signal it at a time",
            limit);
    else
        iq_str_printf(&words->fix, "signal it with %llu or more%s", limit + 1,
                      call->entry->flags & IQ_ENTRY_ASYNC
                          ? ""
                          : ", but less than what submitted work will still signal");
}

static void check_backwards(const struct iq_event *event)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_VALIDATION, IQ_RANK_STICKY + 2, event->arg);
    bool submission = event->call->entry->flags & IQ_ENTRY_ASYNC;
    const struct iq_vk_submission *pending = iq_vk_pending(event->handle);
    uint64_t reached = iq_vk_value(event->handle);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.done = suspicion.failed = IQ_ERROR;
    suspicion.contain = IQ_ANSWER_HANDLE;
    suspicion.member = event->member;
    suspicion.member_value = event->value;
    enum backwards how = event->value <= reached ? REACHED : submission ? QUEUED : OVERTAKES;
    if (how != REACHED && pending && pending->ref.number) {
        suspicion.related[0].what = "work that signals it was submitted here";
        suspicion.related[0].ref = pending->ref;
    }
    IQ_EXPLAIN(&suspicion, explain_backwards, .handle = event->handle, .value = event->value,
               .limit = event->signal.limit, .how = how);
    iq_suspect(&suspicion);
}

/* --- coherence
 * ------------------------------------------------------------------------------------------
 */

struct explain_unflushed {
    const struct iq_handle *memory;
    bool mapped; /* still */
};
static void explain_unflushed(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_unflushed *evidence = IQ_EVIDENCE(explain_unflushed, suspicion);
    const struct iq_handle *handle = evidence->memory;
    iq_str_printf(&words->message, "%s reads ", call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_puts(&words->message, ", which the host wrote without flushing it");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    iq_str_printf(
        &words->cause,
        " from a non-coherent memory type; the memory that %s mapped has changed since it was last mapped or flushed, and the device may "
        "still see the old contents",
        evidence->mapped ? "is" : "was");
    if (!evidence->mapped)
        iq_str_puts(&words->cause, ": vkUnmapMemory does not flush");
    iq_str_puts(
        &words->fix,
        "call vkFlushMappedMemoryRanges after the writes (offset and size in multiples of nonCoherentAtomSize), or allocate from a type with "
        "VK_MEMORY_PROPERTY_HOST_COHERENT_BIT");
}

static void check_unflushed(const struct iq_event *event)
{
    const struct iq_vk_object *object = event->handle->details;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_HOST_COHERENCE, IQ_RANK_RANGE, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.object.size = object->size;
    suspicion.done = IQ_WARNING;
    suspicion.related[0].what = "it was mapped here";
    suspicion.related[0].ref = object->bound;
    IQ_EXPLAIN(&suspicion, explain_unflushed, .memory = event->handle,
               .mapped = object->map.address != 0);
    iq_suspect(&suspicion);
}

/* --- mappings
 * ------------------------------------------------------------------------------------------
 */

struct explain_mapping {
    const struct iq_handle *memory;
};
static void explain_mapping(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct iq_handle *handle = IQ_EVIDENCE(explain_mapping, suspicion)->memory;
    bool again = suspicion->rule == IQ_RULE_MAPPED_CONFLICT;
    iq_str_printf(&words->message, again ? "%s maps " : "%s needs ", call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_puts(&words->message,
                again ? ", which is already mapped" : " to be mapped, but it is not");
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    if (suspicion->related[0].ref.number) {
        iq_str_puts(&words->cause, again ? " and mapped " : " and unmapped ");
        iq_put_ago(&words->cause, suspicion->related[0].ref.number, call->number);
    } else if (!again)
        iq_str_puts(&words->cause, " and never mapped");
    iq_str_puts(
        &words->fix,
        again
            ? "map it once and keep the pointer, or unmap it first; a memory object can have only one mapping at a time"
            : "map the memory first; after vkUnmapMemory neither the pointer nor the range may be used");
}

static void check_mapping(const struct iq_event *event)
{
    const struct iq_vk_object *object = event->handle->details;
    bool again = object->map.address != 0;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, again ? IQ_RULE_MAPPED_CONFLICT : IQ_RULE_NOT_MAPPED,
                        IQ_RANK_FOREIGN + 5, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.object.size = object->size;
    suspicion.done = IQ_ERROR;
    suspicion.related[0].ref = again ? object->bound : object->unmapped;
    if (suspicion.related[0].ref.number)
        suspicion.related[0].what = again ? "it was mapped here" : "it was unmapped here";
    IQ_EXPLAIN(&suspicion, explain_mapping, .memory = event->handle);
    iq_suspect(&suspicion);
}

/* --- a lost device
 * ------------------------------------------------------------------------------------------
 */

struct explain_lost {
    const struct iq_vk_submission *last[LAST]; /* the latest first; NULL after them */
};
static void explain_lost(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s reports that the device was lost", call->entry->name);
    iq_str_puts(&words->cause, "an earlier command made the GPU fault or hang");
    const struct explain_lost *evidence = IQ_EVIDENCE(explain_lost, suspicion);
    for (int i = 0; i < LAST; i++)
        if (evidence->last[i]) {
            iq_str_puts(&words->cause, i ? "; before that " : "; the last work was submitted ");
            put_submission(&words->cause, evidence->last[i], call);
        }
    iq_str_puts(
        &words->fix,
        "run with the validation layer first (it finds most causes), then check the commands of the last submissions: "
        "out-of-bounds accesses, endless loops in shaders, freed memory");
}

static void check_lost(const struct iq_event *event)
{
    const struct iq_vk_submission *last[LAST] = { NULL, NULL };
    if (event->result != VK_ERROR_DEVICE_LOST)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_EARLIER_FAULT, IQ_RANK_STICKY, -1);
    int count = iq_vk_last_submissions(NULL, last, LAST);
    for (int i = 0; i < count; i++) {
        suspicion.related[i].what =
            i ? "submitted before that" : "the last work was submitted here";
        suspicion.related[i].ref = last[i]->ref;
    }
    suspicion.cause = iq_cause(IQ_CAUSE_DEVICE_LOST, 0);
    IQ_EXPLAIN(&suspicion, explain_lost, .last = { last[0], last[1] });
    /* the validation layer objected to this very call: that is why, and what follows is the same */
    if (iq_suspected(IQ_RANK_CODE)) {
        suspicion.rank = IQ_RANK_FALLBACK;
        for (uint32_t i = 0; i < iq_thread_block->suspicion_count; i++)
            iq_thread_block->suspicions[i].also = iq_cause(IQ_CAUSE_DEVICE_LOST, 0);
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(CHANGE), IQ_PHASE_BEFORE, check_busy, .apis = IQ_IN(VULKAN) },
    { IQ_ON(SUBMIT), IQ_PHASE_BEFORE, check_stale, .apis = IQ_IN(VULKAN) },
    { IQ_ON(WAIT), IQ_PHASE_BEFORE, check_never, .apis = IQ_IN(VULKAN) },
    { IQ_ON(SIGNAL), IQ_PHASE_BEFORE, check_backwards, .apis = IQ_IN(VULKAN) },
    { IQ_ON(READ), IQ_PHASE_BEFORE, check_unflushed, .kinds = IQ_OF(VK_MEMORY),
      .apis = IQ_IN(VULKAN) },
    { IQ_ON(MAP), IQ_PHASE_BEFORE, check_mapping, .apis = IQ_IN(VULKAN) },
    { IQ_ON(END), IQ_PHASE_FAILED, check_lost, .apis = IQ_IN(VULKAN) },
};
const struct iq_rule_family iq_rules_pending = { "pending", subscriptions,
                                                 IQ_COUNT_OF(subscriptions) };
