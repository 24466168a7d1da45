#include "call/rule.h"

#include <string.h>

#include "base/memory.h"
#include "call/core.h"
#include "call/plan.h"

/* Who subscribed to a verb in a phase. */
static struct subscribers {
    uint32_t count;
    const struct iq_subscription **subscriptions; /* in the order of the table of families */
    struct iq_checks *made;                       /* those of them that some entry wants */
} subscribers[IQ_PHASES][IQ_VERBS];
static struct iq_check *wanted; /* by the entry whose plan is being made: room for the most */

/* Puts every subscription where there is room for it, and counts it in any case. */
static void sort_subscriptions(void)
{
    for (int i = 0; iq_rule_families[i]; i++)
        for (uint32_t j = 0; j < iq_rule_families[i]->count; j++) {
            const struct iq_subscription *subscription = &iq_rule_families[i]->subscriptions[j];
            for (int verb = 0; verb < IQ_VERBS; verb++) {
                struct subscribers *to = &subscribers[subscription->phase][verb];
                if (!(subscription->verbs & 1u << verb))
                    continue;
                if (to->subscriptions)
                    to->subscriptions[to->count] = subscription;
                to->count++;
            }
        }
}

void iq_rule_prepare(void)
{
    uint32_t most = 0;
    sort_subscriptions();
    for (int phase = 0; phase < IQ_PHASES; phase++)
        for (int verb = 0; verb < IQ_VERBS; verb++) {
            struct subscribers *to = &subscribers[phase][verb];
            to->subscriptions = iq_core_alloc(to->count * sizeof *to->subscriptions);
            most = to->count > most ? to->count : most;
            to->count = 0;
        }
    wanted = iq_core_alloc(most * sizeof *wanted);
    sort_subscriptions();
}

static bool concerns(const struct iq_subscription *subscription, const struct iq_entry *entry)
{
    return (!subscription->apis || subscription->apis & 1u << entry->api) &&
           (!subscription->concerns || subscription->concerns(entry));
}

static bool is_wanted(const struct iq_checks *checks, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && i < checks->count && checks->checks[i].check == wanted[i].check &&
           checks->checks[i].kinds == wanted[i].kinds)
        i++;
    return i == count && i == checks->count;
}

static const struct iq_checks *choose_checks(struct subscribers *from, const struct iq_entry *entry)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->count && from->subscriptions && wanted; i++)
        if (concerns(from->subscriptions[i], entry)) {
            wanted[count].check = from->subscriptions[i]->check;
            wanted[count++].kinds = from->subscriptions[i]->kinds;
        }
    struct iq_checks *checks = from->made;
    while (checks && !is_wanted(checks, count))
        checks = checks->next;
    if (checks || !count ||
        !(checks = iq_core_alloc(sizeof *checks + count * sizeof *checks->checks)))
        return checks;
    memcpy(checks->checks, wanted, count * sizeof *wanted);
    checks->count = count;
    checks->next = from->made;
    return from->made = checks;
}

void iq_rule_choose(const struct iq_entry *entry, struct iq_plan *plan)
{
    for (int phase = 0; phase < IQ_PHASES; phase++)
        for (int verb = 0; verb < IQ_VERBS; verb++)
            plan->checks[phase][verb] = choose_checks(&subscribers[phase][verb], entry);
}

void iq_rule_dispatch(const struct iq_event *event)
{
    if (iq_core.config.traced_only)
        return;
    const struct iq_checks *checks =
        iq_plan_of(event->call->entry)->checks[event->phase][event->verb];
    for (uint32_t i = 0; checks && i < checks->count; i++)
        if (!checks->checks[i].kinds || checks->checks[i].kinds >> event->kind & 1)
            checks->checks[i].check(event);
}

void iq_suspect(const struct iq_suspicion *suspicion)
{
    struct iq_thread *thread = iq_thread_block;
    if (!thread)
        return;
    struct iq_suspicion *place = &thread->suspicions[0];
    if (thread->suspicion_count < IQ_THREAD_SUSPICIONS)
        place = &thread->suspicions[thread->suspicion_count++];
    else {
        for (uint32_t i = 1; i < thread->suspicion_count; i++)
            if (thread->suspicions[i].rank < place->rank)
                place = &thread->suspicions[i];
        if (place->rank >= suspicion->rank)
            return;
    }
    *place = *suspicion;
    place->thread = thread;
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

bool iq_rule_is_enabled(enum iq_rule_id rule)
{
    const char *id = iq_rule_text(rule);
    const struct iq_config *config = &iq_core.config;
    if (config->rules && *config->rules && !is_in(config->rules, "all") &&
        !is_in(config->rules, id))
        return false;
    return !config->no_rules || !is_in(config->no_rules, id);
}
