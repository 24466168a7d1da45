#include "call/rule.h"

#include <string.h>

#include "call/core.h"
#include "call/plan.h"

/* The checks of each kind of event in the order of the table. */
static struct list {
    const struct iq_subscription *check[IQ_RULE_MAX_CHECKS];
    uint32_t count;
    bool picky;                 /* some concern some calls only: plans say which */
} checks[IQ_PHASES][IQ_EVENT_KINDS];

void iq_rule_prepare(void)
{
    for (int i = 0; iq_rule_families[i]; i++)
        for (uint32_t j = 0; j < iq_rule_families[i]->count; j++) {
            const struct iq_subscription *subscription = &iq_rule_families[i]->subscriptions[j];
            for (int kind = 0; kind < IQ_EVENT_KINDS; kind++) {
                struct list *list = &checks[subscription->phase][kind];
                if (!(subscription->events & 1u << kind) || list->count == IQ_RULE_MAX_CHECKS)
                    continue;
                list->check[list->count++] = subscription;
                list->picky |= subscription->concerns != NULL;
            }
        }
}

static uint32_t choose(const struct list *list, const struct iq_entry *entry)
{
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!list->check[i]->concerns || list->check[i]->concerns(entry))
            chosen |= 1u << i;
    return chosen;
}

void iq_rule_choose(const struct iq_entry *entry, uint32_t chosen[IQ_PHASES][IQ_EVENT_KINDS])
{
    for (int phase = 0; phase < IQ_PHASES; phase++)
        for (int kind = 0; kind < IQ_EVENT_KINDS; kind++)
            if (checks[phase][kind].picky)
                chosen[phase][kind] = choose(&checks[phase][kind], entry);
}

void iq_rule_dispatch(const struct iq_event *event)
{
    if (iq_core.config.traced_only)
        return;
    const struct list *list = &checks[event->phase][event->kind];
    uint32_t left = list->picky ? iq_plan_of(event->call->entry)->checks[event->phase][event->kind] : (1u << list->count) - 1;
    for (; left; left &= left - 1)
        list->check[__builtin_ctz(left)]->check(event);
}

void iq_suspect(const struct iq_suspicion *suspicion)
{
    struct iq_thread *thread = iq_thread_block;
    if (!thread)
        return;
    if (thread->suspicion_count < IQ_THREAD_SUSPICIONS) {
        thread->suspicions[thread->suspicion_count++] = *suspicion;
        return;
    }
    struct iq_suspicion *least = &thread->suspicions[0];
    for (uint32_t i = 1; i < thread->suspicion_count; i++)
        if (thread->suspicions[i].rank < least->rank)
            least = &thread->suspicions[i];
    if (least->rank < suspicion->rank)
        *least = *suspicion;
}

bool iq_suspected(int rank)
{
    struct iq_thread *thread = iq_thread_block;
    for (uint32_t i = 0; thread && i < thread->suspicion_count; i++)
        if (thread->suspicions[i].rank >= rank)
            return true;
    return false;
}

/* Is [id] one of the comma-separated words of [list]? */
static bool is_in(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = list; at && *at;) {
        size_t word = strcspn(at, ",");
        if (word == length && !memcmp(at, id, length))
            return true;
        at += word + (at[word] == ',');
    }
    return false;
}

bool iq_rule_is_enabled(const char *id)
{
    const struct iq_config *config = &iq_core.config;
    if (config->rules && *config->rules && !is_in(config->rules, "all") && !is_in(config->rules, id))
        return false;
    return !config->no_rules || !is_in(config->no_rules, id);
}
