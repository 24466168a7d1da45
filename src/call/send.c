#include "call/send.h"

#include "base/memory.h"
#include "call/rule.h"
#include "call/thread.h"

void iq_box_access_send(struct iq_call *call, enum iq_phase phase, int arg,
                        const struct iq_box_access *access)
{
    struct iq_event event = { .verb = IQ_VERB_ACCESS,
                              .phase = phase,
                              .call = call,
                              .arg = arg,
                              .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .value = arg < 0 ? 0 : call->args[arg],
                              .kind = access->object ? (enum iq_kind)access->object->kind
                                                     : IQ_KIND_NONE,
                              .handle = access->object,
                              .access.region = access,
                              .result = phase == IQ_PHASE_FAILED ? call->result : 0 };
    iq_rule_dispatch(&event);
}

void iq_pixels_send(struct iq_call *call, int arg, const struct iq_handle *image,
                    const struct iq_pixels *pixels)
{
    struct iq_event event = { .verb = IQ_VERB_ACCESS,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .role = &call->entry->args[arg],
                              .value = call->args[arg],
                              .kind = image ? (enum iq_kind)image->kind : IQ_KIND_NONE,
                              .handle = image,
                              .access.pixels = pixels };
    iq_rule_dispatch(&event);
}

struct iq_conflict *iq_conflict_of_call(void)
{
    static struct iq_conflict last_resort; /* out of memory */
    struct iq_thread *thread = iq_thread_block;
    if (!thread->conflict)
        thread->conflict = iq_core_alloc(sizeof *thread->conflict);
    return thread->conflict ? thread->conflict : &last_resort;
}

void iq_conflict_send(struct iq_call *call, enum iq_phase phase)
{
    const struct iq_conflict *conflict = iq_conflict_of_call();
    int arg = conflict->later.arg;
    struct iq_event event = { .verb = IQ_VERB_RACE,
                              .phase = phase,
                              .call = call,
                              .arg = arg,
                              .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .kind = conflict->object ? (enum iq_kind)conflict->object->kind
                                                       : IQ_KIND_NONE,
                              .value = conflict->later.lo,
                              .handle = conflict->object,
                              .race.conflict = conflict };
    iq_rule_dispatch(&event);
}
