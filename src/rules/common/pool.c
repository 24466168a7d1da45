/* range-overflow and use-after-free inside of a block that the program divides itself, as it says by NVTX: no driver can see that. */
#include "model/pools.h"
#include "call/walk.h"
#include "rules/rules.h"

static void explain_past(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_explain_end(suspicion, call, words);
    iq_str_puts(&words->cause, "; what follows in the pool is something else");
}

static void explain_gone(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s points into a region of a memory pool that has been given back", iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "give the region back after its last use, or register it again before this call");
}

/* Owners fill what belongs to nobody, to find those who still use it: only copies are asked where they begin. */
static void check(const struct iq_event *event)
{
    struct iq_range range = event->place->range;
    const struct iq_entry *entry = event->call->entry;
    if (!event->place->live || !event->size || event->role->rows || entry->api > IQ_API_CUDART || event->place->where != IQ_WHERE_DEVICE)
        return;
    enum iq_pools_place place = iq_pools_look(event->value, event->size, &range);
    bool copies = iq_entry_arg(entry, IQ_ROLE_READ) >= 0 && iq_entry_arg(entry, IQ_ROLE_WRITE) >= 0;
    if (place == IQ_POOLS_FINE || (place == IQ_POOLS_GONE && !copies))
        return;
    bool past = place == IQ_POOLS_PAST;
    struct iq_suspicion suspicion = iq_suspicion_at(event, past ? "range-overflow" : "use-after-free", IQ_RANK_RANGE, past ? event->role->size_arg : event->arg);
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_range(&range);
    suspicion.access_address = event->value;
    suspicion.access_size = event->size;
    suspicion.number[3] = event->role->unit;
    suspicion.pointer[0] = iq_arg_name(event->call, event->arg);
    suspicion.explain = past ? explain_past : explain_gone;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_DONE, check, NULL } };
const struct iq_rule_family iq_rules_pool = { "pool", subscriptions, IQ_COUNT_OF(subscriptions) };
