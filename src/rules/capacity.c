/* out-of-memory: what holds the memory. */
#include "core/core.h"
#include "core/vulkan/objects.h"
#include "core/walk.h"
#include "rules/rules.h"

enum { SITES = 256, SHOWN = 3 };

struct site { uint64_t bytes, count; struct iq_mark created; };
struct census { struct site sites[SITES]; uint32_t count; };

static void add_site(struct census *census, const struct iq_mark *created, uint64_t bytes)
{
    uint32_t i = 0;
    while (i < census->count && census->sites[i].created.stack != created->stack)
        i++;
    if (i == SITES)
        return;
    if (i == census->count)
        census->sites[census->count++] = (struct site){ 0, 0, *created };
    census->sites[i].bytes += bytes;
    census->sites[i].count++;
}

static void add(void *user, const struct iq_range *range)
{
    if (!range->freed.number && (range->kind == IQ_KIND_DEVICE_MEMORY || range->kind == IQ_KIND_MANAGED_MEMORY))
        add_site(user, &range->created, range->size);
}

static void add_of_vulkan(void *user, const struct iq_handle *handle)
{
    const struct iq_vk_object *object = handle->details;
    if (handle->kind == IQ_KIND_VK_MEMORY && object && !iq_handle_is_dead(handle))
        add_site(user, &handle->created, object->size);
}

/* Moves the largest sites to the front. */
static void largest_first(struct census *census)
{
    for (uint32_t i = 0; i < SHOWN && i < census->count; i++)
        for (uint32_t j = i + 1; j < census->count; j++)
            if (census->sites[j].bytes > census->sites[i].bytes) {
                struct site swap = census->sites[i];
                census->sites[i] = census->sites[j];
                census->sites[j] = swap;
            }
}

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    static struct census census;        /* large; the report lock of the rare case is not needed: garbled at worst */
    uint64_t wanted = suspicion->number[0], bytes, count;
    const struct iq_device_limits *limits = iq_core_limits(iq_thread_block->device);
    iq_str_printf(&words->message, "%s found no memory", call->entry->name);
    if (wanted) {
        iq_str_puts(&words->message, " for ");
        iq_name_bytes(&words->message, wanted);
    }
    if (limits->memory_bytes && wanted > limits->memory_bytes) {
        iq_str_puts(&words->cause, "the device has ");
        iq_name_bytes(&words->cause, limits->memory_bytes);
        iq_str_puts(&words->cause, " in all; ");
    }
    census.count = 0;
    if (call->entry->api == IQ_API_VULKAN) {
        iq_handle_visit(add_of_vulkan, &census);
        bytes = count = 0;
        for (uint32_t i = 0; i < census.count; i++) {
            bytes += census.sites[i].bytes;
            count += census.sites[i].count;
        }
    } else {
        iq_range_visit(add, &census);
        iq_range_totals(&bytes, &count);
    }
    largest_first(&census);
    iq_str_puts(&words->cause, "this process holds ");
    iq_name_bytes(&words->cause, bytes);
    iq_str_printf(&words->cause, " in %llu allocation%s", (unsigned long long)count, count == 1 ? "" : "s");
    bool all = census.count == 1 && census.sites[0].bytes == bytes;
    if (all)
        iq_str_printf(&words->cause, ", all from one %s site", census.sites[0].created.entry ? census.sites[0].created.entry->name : "unknown");
    for (uint32_t i = 0; !all && i < SHOWN && i < census.count; i++) {
        iq_str_puts(&words->cause, i ? ", " : "; most of it: ");
        iq_name_bytes(&words->cause, census.sites[i].bytes);
        iq_str_printf(&words->cause, " in %llu from one %s site", (unsigned long long)census.sites[i].count,
                      census.sites[i].created.entry ? census.sites[i].created.entry->name : "unknown");
    }
    iq_str_puts(&words->fix, count ? "free what is no longer needed first, or ask for less; other processes may hold memory, too (nvidia-smi)" :
                "ask for less: nothing is allocated by this process, so the size itself or another process is the reason");
}

/* A caller that tries again with nothing allocated or freed since has made one mistake, not two. */
static uint64_t cause_now(void)
{
    uint64_t bytes = 0, count = 0;
    iq_range_totals(&bytes, &count);
    return (bytes * 0x9e3779b97f4a7c15u ^ count) | 1;
}

static void check(const struct iq_event *event)
{
    if (!iq_status_is_memory(event->call, event->result))
        return;
    bool memory = event->role->role == IQ_ROLE_NEWMEM;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "out-of-memory", IQ_RANK_CODE + 1, memory ? event->role->size_arg : -1);
    suspicion.number[0] = memory ? event->size : 0;
    suspicion.cause = cause_now();
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static void check_call(const struct iq_event *event)
{
    if (!iq_status_is_memory(event->call, event->result) || iq_suspected(IQ_RANK_CODE))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "out-of-memory", IQ_RANK_CODE, -1);
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(CREATE), IQ_PHASE_FAILED, check },
    { IQ_BIT(END), IQ_PHASE_FAILED, check_call },
};
const struct iq_rule_family iq_rules_capacity = { "capacity", subscriptions, IQ_COUNT_OF(subscriptions) };
