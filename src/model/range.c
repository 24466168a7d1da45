#include "model/range.h"

#include <stddef.h>
#include <string.h>

#include "arch/arch.h"
#include "base/errors.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "base/sorted_map.h"
#include "model/range_index.h"

enum { HISTORY = 8192, SPINS = 2000 };
#define NEVER UINT64_MAX

static struct iq_range_index live;
static struct iq_sorted_map freed;
uint64_t iq_range_version;
static struct iq_range *history[HISTORY]; /* freed ranges, oldest first from history_next */
static uint32_t history_next;
_Static_assert(sizeof(struct iq_range_record) == offsetof(struct iq_range, freed),
               "what a look-up of a live range copies");
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

/* Copies in pieces: the source may change meanwhile, which the sequence lock detects. */
typedef uint64_t piece __attribute__((vector_size(16), may_alias, aligned(8)));
IQ_RACY static void copy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size / sizeof(piece); i++)
        ((piece *)to)[i] = ((const piece *)from)[i];
    if (size % sizeof(piece))
        memcpy((char *)to + size / sizeof(piece) * sizeof(piece),
               (const char *)from + size / sizeof(piece) * sizeof(piece), sizeof(uint64_t));
}
_Static_assert(sizeof(struct iq_range) % sizeof(uint64_t) == 0, "copied by words");

/* Copies the greatest range at or below [address] that was freed, that is live. */
static bool copy_freed(uint64_t address, struct iq_range *range)
{
    const struct iq_range *found = iq_sorted_map_floor(&freed, address);
    if (found)
        copy(range, found, sizeof *range);
    return found;
}
IQ_RACY static void copy_record(const struct iq_range_record *record, struct iq_range *range)
{
    const piece *from = (const void *)record;
    piece *to = (void *)range;
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = from[3];
    range->freed = (struct iq_call_ref){ 0 };
}
IQ_FAST static bool copy_live(uint64_t address, struct iq_range *range)
{
    const struct iq_range_record *found = iq_range_index_search(&live, address);
    if (found)
        copy_record(found, range);
    return found;
}

/* Until no change comes between. */
IQ_FAST __attribute__((noinline)) static bool copy_anyway(bool (*copy_of)(uint64_t,
                                                                          struct iq_range *),
                                                          uint64_t address, struct iq_range *range,
                                                          uint64_t *version)
{
    for (int i = 0; i < SPINS; i++) {
        uint64_t before = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
        if (before & 1) {
            iq_arch_pause();
            continue;
        }
        bool found = copy_of(address, range);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(&iq_range_version, __ATOMIC_RELAXED) == before) {
            *version = before;
            return found;
        }
    }
    iq_lock(IQ_LOCK_RANGES); /* a writer is being held up: wait for it properly */
    bool found = copy_of(address, range);
    *version = iq_range_version;
    iq_unlock(IQ_LOCK_RANGES);
    return found;
}

/* Greatest live range at or below [address]. */
static bool find_floor(uint64_t address, struct iq_range *range, uint64_t *version)
{
    return copy_anyway(copy_live, address, range, version);
}

/* The live range that the index finds at once.  Few instructions: the processor is to wait for the
 * memory of several look-ups at a time. */
static inline bool find_at_once(uint64_t address, struct iq_range *range, uint64_t *version)
{
    *version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    const struct iq_range_record *found = iq_range_index_at_once(&live, address);
    if (__builtin_expect(!found, 0))
        return false;
    copy_record(found, range);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __builtin_expect(
        !(*version & 1) && __atomic_load_n(&iq_range_version, __ATOMIC_RELAXED) == *version, 1);
}

IQ_FAST __attribute__((noinline)) static bool find_anyway(uint64_t address, struct iq_range *range,
                                                          uint64_t *version)
{
    return find_floor(address, range, version) && iq_range_holds(range, address);
}

IQ_FAST bool iq_range_find(uint64_t address, struct iq_range *range)
{
    uint64_t version;
    return (find_at_once(address, range, &version) || find_anyway(address, range, &version)) &&
           !iq_context_is_dead(range->context);
}

IQ_FAST bool iq_range_find_anew(uint64_t address, struct iq_range *range, uint64_t *version)
{
    if (!find_at_once(address, range, version) && !find_anyway(address, range, version))
        return false;
    if (!iq_context_is_dead(range->context))
        return true;
    *version = NEVER; /* its end may be undone */
    return false;
}

bool iq_range_find_below(uint64_t address, struct iq_range *range)
{
    uint64_t version;
    return find_floor(address, range, &version) && !iq_context_is_dead(range->context);
}

IQ_FAST bool iq_range_find_freed(uint64_t address, struct iq_range *range)
{
    uint64_t version;
    if (find_floor(address, range, &version) && iq_range_holds(range, address)) {
        if (!iq_context_is_dead(range->context))
            return false;
        range->freed = range->context->destroyed;
        return true;
    }
    return copy_anyway(copy_freed, address, range, &version) && iq_range_holds(range, address);
}

/* Makes [range] live.  Change under way. */
static int set_live(const struct iq_range *range)
{
    struct iq_range_record record;
    memcpy(&record, range, sizeof record);
    int error = iq_range_index_add(&live, &record);
    live_bytes += error ? 0 : range->size;
    return error;
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
static void end(const struct iq_range_record *record, struct iq_call_ref ref)
{
    struct iq_range range = { .freed = iq_context_is_dead(record->context)
                                           ? record->context->destroyed
                                           : ref };
    memcpy(&range, record, sizeof *record);
    iq_range_index_remove(&live, range.base);
    live_bytes -= range.size;
    remember(&range);
}

/* Moves live ranges that overlap [added] to the history: their end was not seen.  Change under
 * way. */
static void displace(const struct iq_range *added)
{
    uint64_t last = added->base + (added->size ? added->size - 1 : 0);
    struct iq_range_record *old;
    while ((old = iq_range_index_floor(&live, last)) &&
           (old->base >= added->base || added->base - old->base < (old->size ? old->size : 1)))
        end(old, added->created);
}

int iq_range_add(const struct iq_range *range)
{
    int error = 0;
    begin_change();
    struct iq_range_record *same = iq_range_index_floor(&live, range->base);
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

void iq_range_split(uint64_t address)
{
    begin_change();
    struct iq_range_record *record = iq_range_index_floor(&live, address);
    if (record && record->base < address && address - record->base < record->size) {
        struct iq_range_record above = *record;
        above.base = address;
        above.size = record->base + record->size - address;
        record->size = address - record->base;
        if (iq_range_index_add(&live, &above))
            live_bytes -= above.size;
    }
    end_change();
}

bool iq_range_free(uint64_t base, struct iq_call_ref ref)
{
    begin_change();
    struct iq_range_record *record = iq_range_index_floor(&live, base);
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

static void visit_live(void *user, const struct iq_range_record *record)
{
    struct visit *visit = user;
    struct iq_range range = { 0 };
    memcpy(&range, record, sizeof *record);
    if (iq_context_is_dead(range.context))
        range.freed = range.context->destroyed;
    visit->visit(visit->user, &range);
}

void iq_range_visit(void (*visit)(void *user, const struct iq_range *range), void *user)
{
    struct visit both = { visit, user };
    iq_lock(IQ_LOCK_RANGES);
    iq_range_index_visit(&live, visit_live, &both);
    iq_unlock(IQ_LOCK_RANGES);
}

/* The span that may go on. */
struct joining {
    void (*visit)(void *user, uint64_t base, uint64_t size);
    void *user;
    uint64_t base, size;
};

static void join(void *user, const struct iq_range *range)
{
    struct joining *to = user;
    if (!range->size || range->freed.number)
        return;
    if (to->size && to->base + to->size == range->base) {
        to->size += range->size;
        return;
    }
    if (to->size)
        to->visit(to->user, to->base, to->size);
    to->base = range->base;
    to->size = range->size;
}

void iq_range_visit_spans(void (*visit)(void *user, uint64_t base, uint64_t size), void *user)
{
    struct joining to = { .visit = visit, .user = user };
    iq_range_visit(join, &to);
    if (to.size)
        visit(user, to.base, to.size);
}

void iq_range_totals(uint64_t *bytes, uint64_t *count)
{
    iq_lock(IQ_LOCK_RANGES);
    *bytes = live_bytes;
    *count = live.entries;
    iq_unlock(IQ_LOCK_RANGES);
}
