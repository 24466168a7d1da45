/* range-overflow and use-after-free inside of an allocation that the program divides itself, as it
 * says by NVTX or inquest.h: no driver can see that. */
#include "call/walk.h"
#include "model/pools.h"
#include "rules/rules.h"

struct explain_past {
    struct iq_explain_end end;
};
static void explain_past(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_put_end(suspicion, &IQ_EVIDENCE(explain_past, suspicion)->end, call, words);
    iq_str_puts(&words->cause, "; the memory that follows in the pool belongs to something else");
}

static void explain_gone(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(
        &words->message,
        "%s of %s points into a block of a memory pool that has been returned to the pool",
        iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "return the block to its pool after its last use");
}

/* Owners fill what belongs to nobody, to find those who still use it: only copies are asked where
 * they begin. */
static void check_pool(const struct iq_event *event)
{
    struct iq_range range = event->place->range;
    const struct iq_entry *entry = event->call->entry;
    if (!event->place->live || !event->bytes.size || event->role->rows ||
        event->place->where != IQ_WHERE_DEVICE)
        return;
    enum iq_pools_place place = iq_pools_look(event->value, event->bytes.size, &range);
    bool copies = iq_entry_arg(entry, IQ_ROLE_READ) >= 0 && iq_entry_arg(entry, IQ_ROLE_WRITE) >= 0;
    if (place == IQ_POOLS_FINE || (place == IQ_POOLS_GONE && !copies))
        return;
    bool past = place == IQ_POOLS_PAST;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, past ? IQ_RULE_RANGE_OVERFLOW : IQ_RULE_USE_AFTER_FREE,
                        IQ_RANK_RANGE, past ? event->role->size_arg : event->arg);
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_range(&range);
    suspicion.access_address = event->value;
    suspicion.access_size = event->bytes.size;
    suspicion.explain = explain_gone;
    if (past)
        IQ_EXPLAIN(&suspicion, explain_past,
                   .end = { .thing = { iq_arg_name(event->call, event->arg), NULL },
                            .element_bytes = event->role->unit });
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_DONE, check_pool, .kinds = IQ_ADDRESSES,
      .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_pool = { "pool", subscriptions, IQ_COUNT_OF(subscriptions) };
