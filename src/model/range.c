#include "model/range.h"

#include <stddef.h>
#include <string.h>

#include "arch/arch.h"
#include "base/errors.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "base/sorted_map.h"

enum { HISTORY = 8192, SPINS = 2000 };
#define NEVER UINT64_MAX

static struct iq_sorted_map live, freed;
uint64_t iq_range_version;
static struct iq_range *history[HISTORY]; /* freed ranges, oldest first from history_next */
static uint32_t history_next;
/* A live range: what struct iq_range begins with, one cache line.  Records for reuse are linked
 * through .context. */
struct range_record {
    uint64_t base, size;
    struct iq_context *context;
    uint8_t kind;
    bool of_graph;
    int16_t device;
    const char *name;
    struct iq_call_ref created;
};
_Static_assert(sizeof(struct range_record) == offsetof(struct iq_range, freed) &&
                   sizeof(struct range_record) == 64,
               "a live range is one cache line");
static struct range_record *spare;
static uint64_t live_bytes;

static void begin_change(void)
{
    iq_lock(IQ_LOCK_RANGES);
    __atomic_store_n(&iq_range_version, iq_range_version + 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void end_change(void)
{
    __atomic_store_n(&iq_range_version, iq_range_version + 1, __ATOMIC_RELEASE);
    iq_unlock(IQ_LOCK_RANGES);
}

void iq_range_renew(void)
{
    begin_change();
    end_change();
}

/* Copies word by word: the source may change meanwhile, which the sequence lock detects. */
__attribute__((no_sanitize("thread"), noinline)) static void copy_words(void *to, const void *from,
                                                                        size_t size)
{
    for (size_t i = 0; i < size / sizeof(uint64_t); i++)
        ((uint64_t *)to)[i] = ((const volatile uint64_t *)from)[i];
}
_Static_assert(sizeof(struct iq_range) % sizeof(uint64_t) == 0, "copied by words");

/* Greatest range at or below [address] in [order]. */
IQ_FAST static bool find_floor(const struct iq_sorted_map *order, uint64_t address,
                               struct iq_range *range, uint64_t *version)
{
    size_t size = order == &freed ? sizeof *range : sizeof(struct range_record);
    range->freed = (struct iq_call_ref){ 0 };
    for (int i = 0; i < SPINS; i++) {
        uint64_t before = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
        if (before & 1) {
            iq_arch_pause();
            continue;
        }
        const void *found = iq_sorted_map_floor(order, address);
        if (found)
            copy_words(range, found, size);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(&iq_range_version, __ATOMIC_RELAXED) == before) {
            *version = before;
            return found;
        }
    }
    iq_lock(IQ_LOCK_RANGES); /* a writer is being held up: wait for it properly */
    const void *found = iq_sorted_map_floor(order, address);
    if (found)
        copy_words(range, found, size);
    *version = iq_range_version;
    iq_unlock(IQ_LOCK_RANGES);
    return found;
}

IQ_FAST bool iq_range_find(uint64_t address, struct iq_range *range)
{
    uint64_t version;
    return find_floor(&live, address, range, &version) && iq_range_holds(range, address) &&
           !iq_context_is_dead(range->context);
}

IQ_FAST bool iq_range_find_anew(uint64_t address, struct iq_range *range, uint64_t *version)
{
    if (!find_floor(&live, address, range, version) || !iq_range_holds(range, address))
        return false;
    if (!iq_context_is_dead(range->context))
        return true;
    *version = NEVER; /* its end may be undone */
    return false;
}

bool iq_range_find_below(uint64_t address, struct iq_range *range)
{
    uint64_t version;
    return find_floor(&live, address, range, &version) && !iq_context_is_dead(range->context);
}

bool iq_range_find_freed(uint64_t address, struct iq_range *range)
{
    uint64_t version;
    if (find_floor(&live, address, range, &version) && iq_range_holds(range, address)) {
        if (!iq_context_is_dead(range->context))
            return false;
        range->freed = range->context->destroyed;
        return true;
    }
    return find_floor(&freed, address, range, &version) && iq_range_holds(range, address);
}

static struct range_record *new_record(void)
{
    struct range_record *record = spare;
    if (!record)
        return iq_core_alloc(sizeof *record);
    spare = (struct range_record *)(void *)record->context;
    return record;
}

static void recycle(struct range_record *record)
{
    record->context = (struct iq_context *)(void *)spare;
    spare = record;
}

/* Makes [range] live.  Change under way. */
static int set_live(const struct iq_range *range)
{
    struct range_record *record = new_record();
    if (!record)
        return IQ_ENOMEM;
    memcpy(record, range, sizeof *record);
    if (iq_sorted_map_set(&live, range->base, record)) {
        recycle(record);
        return IQ_ENOMEM;
    }
    live_bytes += range->size;
    return 0;
}

/* Takes [range] out of the history.  Change under way. */
static void forget(struct iq_range *range)
{
    iq_sorted_map_remove(&freed, range->base);
    range->kind = 0; /* its place in the ring is void */
}

/* Puts a range that has left [live] into the history; older entries that it overlaps go.  Change
 * under way. */
static void remember(const struct iq_range *range)
{
    uint64_t last = range->base + (range->size ? range->size - 1 : 0);
    struct iq_range *old;
    while ((old = iq_sorted_map_floor(&freed, last)) &&
           (iq_range_holds(old, range->base) || old->base >= range->base))
        forget(old);
    struct iq_range **place = &history[history_next++ % HISTORY];
    if (!*place && !(*place = iq_core_alloc(sizeof **place)))
        return;
    if ((*place)->kind)
        forget(*place);
    **place = *range;
    if (iq_sorted_map_set(&freed, range->base, *place))
        (*place)->kind = 0;
}

/* Moves a live range to the history.  Change under way. */
static void end(struct range_record *record, struct iq_call_ref ref)
{
    struct iq_range range = { .freed = iq_context_is_dead(record->context)
                                           ? record->context->destroyed
                                           : ref };
    memcpy(&range, record, sizeof *record);
    iq_sorted_map_remove(&live, record->base);
    live_bytes -= record->size;
    recycle(record);
    remember(&range);
}

/* Moves live ranges that overlap [added] to the history: their end was not seen.  Change under
 * way. */
static void displace(const struct iq_range *added)
{
    uint64_t last = added->base + (added->size ? added->size - 1 : 0);
    struct range_record *old;
    while ((old = iq_sorted_map_floor(&live, last)) &&
           (old->base >= added->base || added->base - old->base < (old->size ? old->size : 1)))
        end(old, added->created);
}

int iq_range_add(const struct iq_range *range)
{
    int error = 0;
    begin_change();
    struct range_record *same = iq_sorted_map_floor(&live, range->base);
    if (same && same->base == range->base && same->created.number == range->created.number &&
        range->created.number) {
        if (!same->size && range->size) { /* the nested call did not know the size */
            same->size = range->size;
            live_bytes += range->size;
        }
    } else {
        displace(range);
        error = set_live(range);
    }
    end_change();
    return error;
}

bool iq_range_free(uint64_t base, struct iq_call_ref ref)
{
    begin_change();
    struct range_record *record = iq_sorted_map_floor(&live, base);
    bool found = record && record->base == base;
    if (found)
        end(record, ref);
    end_change();
    return found;
}

bool iq_range_restore(uint64_t base, uint64_t number)
{
    begin_change();
    struct iq_range *range = iq_sorted_map_floor(&freed, base);
    bool found = range && range->base == base && range->freed.number == number;
    if (found) {
        set_live(range);
        forget(range);
    }
    end_change();
    return found;
}

struct visit {
    void (*visit)(void *user, const struct iq_range *range);
    void *user;
};

static void visit_live(void *user, void *value)
{
    struct visit *visit = user;
    struct iq_range range = { 0 };
    memcpy(&range, value, sizeof(struct range_record));
    if (iq_context_is_dead(range.context))
        range.freed = range.context->destroyed;
    visit->visit(visit->user, &range);
}

void iq_range_visit(void (*visit)(void *user, const struct iq_range *range), void *user)
{
    struct visit both = { visit, user };
    iq_lock(IQ_LOCK_RANGES);
    iq_sorted_map_visit(&live, visit_live, &both);
    iq_unlock(IQ_LOCK_RANGES);
}

void iq_range_totals(uint64_t *bytes, uint64_t *count)
{
    iq_lock(IQ_LOCK_RANGES);
    *bytes = live_bytes;
    *count = live.entries;
    iq_unlock(IQ_LOCK_RANGES);
}
