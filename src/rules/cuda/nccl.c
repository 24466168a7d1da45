/* null-pointer, use-after-free, wrong-space, range-overflow: buffers of NCCL's calls.  NCCL does
 * not look at them unless it is asked to (NCCL_CHECK_POINTERS): its kernels fault later, or worse,
 * write into what lies behind. */
#include "call/resolved.h"
#include "call/walk.h"
#include "rules/rules.h"

struct explain_null_buffer {
    uint64_t bytes; /* that the call uses */
};
static void explain_null_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_null_buffer *evidence = IQ_EVIDENCE(explain_null_buffer, suspicion);
    iq_str_printf(&words->message, "%s of %s is NULL", call->entry->args[suspicion->arg].name,
                  call->entry->name);
    iq_str_printf(&words->cause, "this rank uses %llu bytes there",
                  (unsigned long long)evidence->bytes);
    iq_str_puts(&words->fix, "allocate the buffer before the call, and check that this succeeded");
}

static void explain_freed_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s points into memory that has been freed",
                  call->entry->args[suspicion->arg].name, call->entry->name);
    iq_str_printf(&words->cause, "the %llu bytes at 0x%llx were ",
                  (unsigned long long)suspicion->object.size,
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "free the buffer after the last collective that uses it is complete");
}

static void explain_host_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is memory of the host",
                  call->entry->args[suspicion->arg].name, call->entry->name);
    iq_str_printf(
        &words->cause,
        "0x%llx is in the heap, the data or a stack of the program, which kernels of NCCL "
        "cannot access",
        (unsigned long long)suspicion->object.address);
    iq_str_puts(&words->fix,
                "pass memory of the device, or memory of cudaMallocHost or cudaMallocManaged");
}

struct explain_short_buffer {
    uint64_t bytes, room; /* that the call uses; from the address to the end of the allocation */
};
static void explain_short_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct explain_short_buffer *evidence = IQ_EVIDENCE(explain_short_buffer, suspicion);
    iq_str_printf(&words->message, "%s uses %llu bytes of a buffer in which %llu are left",
                  call->entry->name, (unsigned long long)evidence->bytes,
                  (unsigned long long)evidence->room);
    iq_str_printf(&words->cause, "the allocation has %llu bytes and was ",
                  (unsigned long long)suspicion->object.size);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                "; counts are elements of the datatype, and a buffer that holds the parts of all "
                "ranks has as many for each");
    iq_str_puts(&words->fix, "allocate what the call uses, or pass a smaller count");
}

static bool is_of_host(const struct iq_call *call, int arg)
{
    struct iq_hostheap_block block;
    struct iq_hostmem_region region;
    uint64_t address = call->args[arg];
    return iq_resolved_block(call, arg, address, &block) == IQ_HOSTHEAP_LIVE ||
           (iq_resolved_region(call, arg, address, &region) &&
            (region.what == IQ_HOSTMEM_STACK || region.what == IQ_HOSTMEM_HEAP ||
             region.what == IQ_HOSTMEM_DATA));
}

static void suspect_buffer(struct iq_suspicion *suspicion)
{
    suspicion->done = IQ_ERROR;
    iq_suspect(suspicion);
}

static void check_live(const struct iq_event *event, int arg, uint64_t bytes,
                       const struct iq_range *range)
{
    const struct iq_call *call = event->call;
    uint64_t room = range->base + range->size - call->args[arg];
    if (bytes <= room)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE,
                                                    call->entry->args[arg].size_arg);
    suspicion.object = iq_object_of_range(range);
    suspicion.access_address = call->args[arg];
    suspicion.access_size = bytes;
    IQ_EXPLAIN(&suspicion, explain_short_buffer, .bytes = bytes, .room = room);
    suspect_buffer(&suspicion);
}

static void check_gone(const struct iq_event *event, int arg, struct iq_resolved *place)
{
    const struct iq_call *call = event->call;
    iq_resolve_history(call, place);
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_USE_AFTER_FREE, IQ_RANK_DEAD, arg);
    if (place->freed) {
        suspicion.object = iq_object_of_range(&place->range);
        suspicion.explain = explain_freed_buffer;
        suspect_buffer(&suspicion);
    } else if (is_of_host(call, arg)) {
        suspicion = iq_suspicion_at(event, IQ_RULE_WRONG_SPACE, IQ_RANK_FOREIGN, arg);
        suspicion.object = iq_object_of_host(call->args[arg], 0);
        suspicion.explain = explain_host_buffer;
        suspect_buffer(&suspicion);
    }
}

static void check_buffer(const struct iq_event *event, int arg)
{
    const struct iq_call *call = event->call;
    struct iq_resolved place = { .call = 0 };
    uint64_t bytes = iq_walk_size(call, arg);
    if (!bytes)
        return;
    if (!call->args[arg]) {
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_NULL_POINTER, IQ_RANK_NULL, arg);
        IQ_EXPLAIN(&suspicion, explain_null_buffer, .bytes = bytes);
        suspect_buffer(&suspicion);
        return;
    }
    iq_resolve(&place, call->number, call->args[arg]);
    if (place.live)
        check_live(event, arg, bytes, &place.range);
    else
        check_gone(event, arg, &place);
}

static void check_buffers(const struct iq_event *event)
{
    for (int i = 0; i < event->call->entry->arg_count; i++)
        if (event->call->entry->args[i].element)
            check_buffer(event, i);
}

static bool has_buffers(const struct iq_entry *entry)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].element)
            return true;
    return false;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_buffers, .apis = IQ_IN(NCCL), .concerns = has_buffers },
};
const struct iq_rule_family iq_rules_nccl = { "nccl", subscriptions, IQ_COUNT_OF(subscriptions) };
