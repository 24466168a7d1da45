#include "core/rule.h"

#include <string.h>

#include "core/core.h"

enum { MAX_CHECKS = 24 };

static struct { void (*check[MAX_CHECKS])(const struct iq_event *event); uint32_t count; } checks[IQ_PHASES][IQ_EVENT_KINDS];

void iq_rule_prepare(void)
{
    for (int i = 0; iq_rule_families[i]; i++)
        for (uint32_t j = 0; j < iq_rule_families[i]->count; j++) {
            const struct iq_subscription *subscription = &iq_rule_families[i]->subscriptions[j];
            for (int kind = 0; kind < IQ_EVENT_KINDS; kind++) {
                uint32_t *count = &checks[subscription->phase][kind].count;
                if (subscription->events & 1u << kind && *count < MAX_CHECKS)
                    checks[subscription->phase][kind].check[(*count)++] = subscription->check;
            }
        }
}

bool iq_rule_has_checks(enum iq_phase phase, enum iq_event_kind kind) { return checks[phase][kind].count > 0; }

void iq_rule_dispatch(const struct iq_event *event)
{
    if (iq_core.config.traced_only)
        return;
    for (uint32_t i = 0; i < checks[event->phase][event->kind].count; i++)
        checks[event->phase][event->kind].check[i](event);
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
