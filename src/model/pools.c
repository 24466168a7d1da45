#include "model/pools.h"

#include <stdlib.h>
#include <string.h>

#include "base/locks.h"
#include "base/vec.h"
#include "model/names.h"

enum { HISTORY = 4096, DEPTH = 16, ALL = IQ_SOFT_MAY_ALL };

struct pool_part {
    uint64_t base, size;
    /* call that made the allocation which it lies in: another one at the same address is not it */
    uint64_t number;
    uint32_t id;
    uint8_t kind, may;
    struct iq_call_ref created, ended;
};

/* Live parts by address, the larger one first; pieces that count as written. */
static IQ_VEC(struct pool_part) live, written;
static struct pool_part history[HISTORY];
static uint32_t ended, last_id;
struct pool_name {
    uint64_t base, number;
    const char *text;
};
static IQ_VEC(struct pool_name) called;
bool iq_pools_used;
static struct iq_soft_parts *now;
static bool now_holds;         /* [now] is made of what is [live] */
static uint64_t swept_version; /* of the ranges that all of it is known to lie in */

/* ---- changes; the lock is held ---- */

static void changed(void)
{
    bool use = live.count || written.count;
    now_holds = false;
    if (use && !iq_pools_used)
        iq_range_renew(); /* copies that were found good before may not be */
    __atomic_store_n(&iq_pools_used, use, __ATOMIC_RELEASE);
}

static bool is_heap(const struct pool_part *part)
{
    return part->kind == IQ_POOL_HEAP || part->kind == IQ_POOL_BLOCKS;
}

static bool comes_before(const struct pool_part *a, const struct pool_part *b)
{
    return a->base != b->base   ? a->base < b->base
           : a->size != b->size ? a->size > b->size
                                : a->kind < b->kind;
}

static void insert(struct pool_part part)
{
    if (iq_vec_reserve(&live, 1))
        return;
    size_t at = live.count;
    while (at && comes_before(&part, &live.data[at - 1]))
        at--;
    memmove(&live.data[at + 1], &live.data[at], (live.count - at) * sizeof part);
    live.data[at] = part;
    live.count++;
    changed();
}

static struct pool_part take_out(size_t at)
{
    struct pool_part part = live.data[at];
    live.count--;
    memmove(&live.data[at], &live.data[at + 1], (live.count - at) * sizeof part);
    changed();
    return part;
}

static void end(size_t at, struct iq_call_ref ref)
{
    struct pool_part part = take_out(at);
    part.ended = ref;
    if (part.kind == IQ_POOL_REGION)
        history[ended++ % HISTORY] = part;
}

/* The first part that begins at [base] or after it. */
static size_t find_from(uint64_t base)
{
    size_t low = 0, high = live.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (live.data[middle].base < base)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t find(uint64_t base, enum iq_pool_kind from, enum iq_pool_kind to)
{
    size_t low = find_from(base);
    for (; low < live.count && live.data[low].base == base; low++)
        if (live.data[low].kind >= from && live.data[low].kind <= to)
            return low;
    return live.count;
}

static bool number_of(uint64_t base, uint64_t size, uint64_t *number)
{
    struct iq_range range;
    bool found = size && iq_range_find(base, &range) && base + size - range.base <= range.size;
    *number = found ? range.created.number : 0;
    return found;
}

bool iq_pools_add(enum iq_pool_kind kind, uint64_t base, uint64_t size, struct iq_call_ref ref)
{
    struct pool_part part = {
        .base = base, .size = size, .kind = (uint8_t)kind, .may = ALL, .created = ref
    };
    if (!number_of(base, size, &part.number))
        return false;
    iq_lock(IQ_LOCK_POOLS);
    size_t old = kind == IQ_POOL_REGION ? find(base, IQ_POOL_REGION, IQ_POOL_REGION)
                                        : find(base, IQ_POOL_LAYOUT, IQ_POOL_BLOCKS);
    if (old < live.count)
        end(old, ref);
    part.id = ++last_id;
    insert(part);
    iq_unlock(IQ_LOCK_POOLS);
    return true;
}

static bool is_there(const struct pool_part *part)
{
    uint64_t number;
    return number_of(part->base, part->size, &number) && number == part->number;
}

/* Parts of memory that was freed are none any more. */
static void sweep(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < live.count; i++)
        if (is_there(&live.data[i]))
            live.data[kept++] = live.data[i];
    live.count = kept;
    kept = 0;
    for (size_t i = 0; i < written.count; i++)
        if (is_there(&written.data[i]))
            written.data[kept++] = written.data[i];
    written.count = kept;
    changed();
}

/* The innermost heap or region around [address]; NULL: none. */
static const struct pool_part *around(uint64_t address)
{
    size_t low = find_from(address + 1);
    while (low--)
        if (address - live.data[low].base < live.data[low].size &&
            live.data[low].kind != IQ_POOL_PERMISSIONS)
            return &live.data[low];
    return NULL;
}

/* The same without parts of memory that was freed since. */
static const struct pool_part *around_now(uint64_t address)
{
    const struct pool_part *part = around(address);
    if (!part || is_there(part))
        return part;
    sweep();
    return around(address);
}

/* The first region that holds [base], or else the first part behind it. */
static size_t first_after(uint64_t base)
{
    size_t at = find_from(base);
    while (at && live.data[at - 1].kind == IQ_POOL_REGION &&
           base - live.data[at - 1].base < live.data[at - 1].size)
        at--;
    return at;
}

bool iq_pools_hand_out(uint64_t base, uint64_t size, bool whole, struct iq_call_ref ref)
{
    struct iq_range range;
    if (!iq_range_find(base, &range) || !size || base + size - range.base > range.size)
        return false;
    iq_lock(IQ_LOCK_POOLS);
    bool known = around_now(base) != NULL;
    iq_unlock(IQ_LOCK_POOLS);
    if (whole && !known)
        iq_pools_add(IQ_POOL_BLOCKS, range.base, range.size, range.created);
    iq_lock(IQ_LOCK_POOLS);
    for (size_t i = first_after(base); i < live.count && live.data[i].base < base + size;)
        if (live.data[i].kind == IQ_POOL_REGION)
            end(i, ref);
        else
            i++;
    iq_unlock(IQ_LOCK_POOLS);
    return iq_pools_add(IQ_POOL_REGION, base, size, ref);
}

void iq_pools_keep(uint64_t base, struct iq_call_ref ref)
{
    struct iq_range range;
    if (iq_range_find(base, &range) && range.base == base &&
        iq_pools_hand_out(base, range.size, true, range.created))
        iq_pools_end_region(base, ref);
}

void iq_pools_resize(uint64_t base, uint64_t size)
{
    iq_lock(IQ_LOCK_POOLS);
    size_t at = find(base, IQ_POOL_REGION, IQ_POOL_REGION);
    if (at < live.count) {
        struct pool_part part = take_out(at);
        part.size = size;
        insert(part);
    }
    iq_unlock(IQ_LOCK_POOLS);
}

void iq_pools_end_region(uint64_t base, struct iq_call_ref ref)
{
    iq_lock(IQ_LOCK_POOLS);
    size_t at = find(base, IQ_POOL_REGION, IQ_POOL_REGION);
    if (at < live.count)
        end(at, ref);
    iq_unlock(IQ_LOCK_POOLS);
}

static bool is_in_heap(const struct pool_part *region)
{
    for (size_t i = 0; i < live.count; i++)
        if (live.data[i].kind <= IQ_POOL_BLOCKS &&
            region->base - live.data[i].base < live.data[i].size)
            return true;
    return false;
}

void iq_pools_end_heap(uint64_t heap, bool whole, struct iq_call_ref ref)
{
    iq_lock(IQ_LOCK_POOLS);
    size_t at = heap ? find(heap, IQ_POOL_LAYOUT, IQ_POOL_BLOCKS) : 0;
    uint64_t size = heap && at < live.count ? live.data[at].size : 0;
    if (heap && whole && at < live.count)
        end(at, ref);
    for (size_t i = live.count; i--;)
        if (live.data[i].kind == IQ_POOL_REGION &&
            (heap ? live.data[i].base - heap < size : !is_in_heap(&live.data[i])))
            end(i, ref);
    iq_unlock(IQ_LOCK_POOLS);
}

void iq_pools_allow(uint64_t base, uint32_t may, struct iq_call_ref ref)
{
    struct pool_part part = {
        .base = base, .kind = IQ_POOL_PERMISSIONS, .may = (uint8_t)may, .created = ref
    };
    struct iq_range range;
    iq_lock(IQ_LOCK_POOLS);
    size_t at = find(base, IQ_POOL_REGION, IQ_POOL_PERMISSIONS);
    if (at < live.count) {
        live.data[at].may = (uint8_t)may;
        changed();
    } else if (iq_range_find(base, &range) && range.base == base && range.size) {
        part.size = range.size;
        part.number = range.created.number;
        part.created = range.created;
        part.id = ++last_id;
        insert(part);
    }
    iq_unlock(IQ_LOCK_POOLS);
}

void iq_pools_allow_all(void)
{
    iq_lock(IQ_LOCK_POOLS);
    for (size_t i = live.count; i--;)
        if (live.data[i].kind == IQ_POOL_PERMISSIONS)
            take_out(i);
        else
            live.data[i].may = ALL;
    changed();
    iq_unlock(IQ_LOCK_POOLS);
}

void iq_pools_mark_written(uint64_t base, uint64_t size)
{
    struct pool_part part = { .base = base, .size = size };
    if (!number_of(base, size, &part.number))
        return;
    iq_lock(IQ_LOCK_POOLS);
    (void)iq_vec_push(&written, part);
    changed();
    iq_unlock(IQ_LOCK_POOLS);
}

/* ---- the division at one moment ---- */

/* Parts that lie in one another, innermost last, as far as one goes through them by address. */
struct pool_walk {
    const struct pool_part *open[DEPTH];
    uint64_t ends[DEPTH];
    unsigned depth;
    uint64_t at;
    struct iq_soft_parts *to;
};

/* What the innermost part says of the bytes from .at on, up to [until]: that is ordinary memory
 * where all is allowed and no heap holds it. */
static void emit(struct pool_walk *walk, uint64_t until)
{
    const struct pool_part *part = walk->open[walk->depth - 1],
                           *around = walk->depth > 1 ? walk->open[walk->depth - 2] : NULL;
    bool pooled = around && is_heap(around);
    uint64_t begin = walk->at;
    walk->at = until;
    if (begin >= until || part->kind == IQ_POOL_LAYOUT ||
        (!is_heap(part) && part->may == ALL && !pooled))
        return;
    bool whole = !pooled || (around->kind == IQ_POOL_HEAP && part->base == around->base);
    uint32_t may = is_heap(part) ? 0 : part->may, pool = whole ? IQ_SOFT_PART_POOL : 0;
    walk->to->parts[walk->to->count++] =
        (struct iq_soft_part){ begin, until, may | pool, part->id };
}

static void close_until(struct pool_walk *walk, uint64_t address)
{
    while (walk->depth && walk->ends[walk->depth - 1] <= address) {
        emit(walk, walk->ends[walk->depth - 1]);
        walk->depth--;
    }
}

static void open(struct pool_walk *walk, const struct pool_part *part)
{
    uint64_t last = part->base + part->size;
    close_until(walk, part->base);
    if (walk->depth == DEPTH)
        return;
    if (walk->depth)
        emit(walk, part->base);
    uint64_t limit = walk->depth ? walk->ends[walk->depth - 1] : UINT64_MAX;
    walk->at = part->base;
    walk->open[walk->depth] = part;
    walk->ends[walk->depth++] = last < limit ? last : limit;
}

static void give_back(struct iq_soft_parts *parts) { free(parts); }

static struct iq_soft_parts *divide(void)
{
    /* a part ends, or goes on after one that lies in it */
    size_t most = 2 * live.count + written.count;
    struct iq_soft_parts *parts = malloc(sizeof *parts + most * sizeof *parts->parts);
    struct pool_walk walk = { .to = parts };
    if (!parts)
        return NULL;
    *parts = (struct iq_soft_parts){ .uses = 1, .end = give_back };
    for (size_t i = 0; i < live.count; i++)
        open(&walk, &live.data[i]);
    close_until(&walk, UINT64_MAX);
    for (; parts->written < written.count; parts->written++) {
        const struct pool_part *piece = &written.data[parts->written];
        parts->parts[parts->count + parts->written] =
            (struct iq_soft_part){ piece->base, piece->base + piece->size, ALL, 0 };
    }
    return parts;
}

struct iq_soft_parts *iq_pools_parts(void *user)
{
    (void)user;
    if (!__atomic_load_n(&iq_pools_used, __ATOMIC_ACQUIRE))
        return NULL;
    iq_lock(IQ_LOCK_POOLS);
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    if (swept_version != version) {
        sweep();
        swept_version = version;
    }
    if (!now_holds) {
        iq_soft_parts_done(now);
        now = divide();
        now_holds = true;
    }
    struct iq_soft_parts *parts = now;
    if (parts)
        __atomic_fetch_add(&parts->uses, 1, __ATOMIC_RELAXED);
    iq_unlock(IQ_LOCK_POOLS);
    return parts;
}

static void visit_heap(size_t at, const struct iq_pools_visitor *visitor, void *user)
{
    const struct pool_part *heap = &live.data[at];
    if (!visitor->heap(user, heap->base, heap->size))
        return;
    for (at++; at < live.count && live.data[at].base - heap->base < heap->size; at++)
        if (live.data[at].kind == IQ_POOL_REGION)
            visitor->region(user, live.data[at].size, &live.data[at].created);
}

void iq_pools_visit(const struct iq_pools_visitor *visitor, void *user)
{
    iq_lock(IQ_LOCK_POOLS);
    sweep();
    for (size_t i = 0; i < live.count; i++)
        if (live.data[i].kind == IQ_POOL_BLOCKS)
            visit_heap(i, visitor, user);
    iq_unlock(IQ_LOCK_POOLS);
}

/* ---- names ---- */

void iq_pools_name(uint64_t base, const char *name)
{
    struct iq_range range;
    if (!iq_range_find(base, &range))
        return;
    const char *text = name ? iq_name_intern(name) : NULL;
    iq_lock(IQ_LOCK_POOLS);
    size_t at = 0;
    while (at < called.count && called.data[at].base != base)
        at++;
    if (at < called.count || !iq_vec_push(&called, (struct pool_name){ .base = base }))
        called.data[at] = (struct pool_name){ base, range.created.number, text };
    iq_unlock(IQ_LOCK_POOLS);
}

const char *iq_pools_name_of(uint64_t base)
{
    struct iq_range range;
    const char *text = NULL;
    if (!called.count || (!iq_range_find(base, &range) && !iq_range_find_freed(base, &range)))
        return NULL;
    iq_lock(IQ_LOCK_POOLS);
    for (size_t i = 0; i < called.count && !text; i++)
        if (called.data[i].base == base && called.data[i].number == range.created.number)
            text = called.data[i].text;
    iq_unlock(IQ_LOCK_POOLS);
    return text;
}

/* ---- copies of the host, and faults ---- */

static void set_range(struct iq_range *range, const struct pool_part *part, bool gone)
{
    range->base = part->base;
    range->size = part->size;
    range->created = part->created;
    range->freed = gone ? part->ended : (struct iq_call_ref){ 0 };
}

static bool find_id(uint32_t id, struct pool_part *part)
{
    bool found = false;
    iq_lock(IQ_LOCK_POOLS);
    for (size_t i = 0; i < live.count && !found; i++)
        if ((found = live.data[i].id == id))
            *part = live.data[i];
    for (uint32_t i = 0; i < HISTORY && i < ended && !found; i++)
        if ((found = history[i].id == id))
            *part = history[i];
    iq_unlock(IQ_LOCK_POOLS);
    return id && found;
}

/* The region that was given back last at [address] of the allocation that call [number] made. */
static bool find_ended(uint64_t address, uint64_t number, struct pool_part *part)
{
    bool found = false;
    for (uint32_t back = 1; back <= HISTORY && back <= ended && !found; back++) {
        const struct pool_part *old = &history[(ended - back) % HISTORY];
        if ((found = old->number == number && address - old->base < old->size))
            *part = *old;
    }
    return found;
}

enum iq_pools_place iq_pools_look(uint64_t address, uint64_t size, struct iq_range *range)
{
    enum iq_pools_place place = IQ_POOLS_FINE;
    struct pool_part old;
    iq_lock(IQ_LOCK_POOLS);
    const struct pool_part *part = around_now(address), *heap = part;
    if (part && is_heap(part) && (part->kind == IQ_POOL_BLOCKS || address != part->base) &&
        find_ended(address, part->number, &old)) {
        set_range(range, &old, true);
        place = IQ_POOLS_GONE;
    } else if (part && part->kind == IQ_POOL_REGION && size > part->size - (address - part->base)) {
        while (heap > live.data && (!is_heap(heap) || heap->size <= address - heap->base))
            heap--; /* in front of all that lies in it */
        if (is_heap(heap) && (heap->kind == IQ_POOL_BLOCKS || heap->base != address) &&
            address - heap->base < heap->size) {
            set_range(range, part, false);
            place = IQ_POOLS_PAST;
        }
    }
    iq_unlock(IQ_LOCK_POOLS);
    return place;
}

bool iq_pools_find(uint64_t address, struct iq_range *range)
{
    if (!__atomic_load_n(&iq_pools_used, __ATOMIC_ACQUIRE) || !iq_range_find(address, range))
        return false;
    iq_lock(IQ_LOCK_POOLS);
    const struct pool_part *part = around_now(address);
    bool found = part && part->kind == IQ_POOL_REGION;
    if (found)
        set_range(range, part, false);
    iq_unlock(IQ_LOCK_POOLS);
    return found;
}

/* A change of pools has the number of the call before it. */
static bool was_there(const struct pool_part *part, const struct iq_call_ref *use)
{
    return part->created.thread == use->thread && part->ended.thread == use->thread &&
           part->created.number < use->number && use->number <= part->ended.number;
}

bool iq_pools_find_former(uint64_t address, const struct iq_call_ref *use, struct iq_range *range)
{
    bool found = false;
    if (!__atomic_load_n(&iq_pools_used, __ATOMIC_ACQUIRE) || !iq_range_find(address, range))
        return false;
    iq_lock(IQ_LOCK_POOLS);
    for (uint32_t back = 1; back <= HISTORY && back <= ended && !found; back++) {
        const struct pool_part *old = &history[(ended - back) % HISTORY];
        found = old->number == range->created.number && address - old->base < old->size &&
                was_there(old, use);
        if (found)
            set_range(range, old, true);
    }
    iq_unlock(IQ_LOCK_POOLS);
    return found;
}

enum iq_pools_fault iq_pools_explain(struct iq_soft_fault *fault, struct iq_range *range)
{
    struct pool_part part, there;
    enum iq_pools_fault found = IQ_POOLS_FAULT_OF_PART;
    bool outside = find_id(fault->part, &there) && is_heap(&there);
    if (!find_id(fault->part_meant ? fault->part_meant : fault->part, &part) ||
        !iq_range_find(part.base, range))
        return IQ_POOLS_FAULT_NONE;
    fault->kind = IQ_SOFT_FAULT_OUT_OF_BOUNDS;
    iq_lock(IQ_LOCK_POOLS);
    bool gone = is_heap(&part) && outside && find_ended(fault->address, part.number, &part);
    iq_unlock(IQ_LOCK_POOLS);
    if (gone)
        fault->kind = IQ_SOFT_FAULT_USE_AFTER_FREE;
    else if (is_heap(&part))
        found = IQ_POOLS_FAULT_UNREGISTERED;
    else if (fault->address - part.base < part.size &&
             fault->address + fault->size - part.base <= part.size)
        found = IQ_POOLS_FAULT_FORBIDDEN;
    set_range(range, &part, gone);
    fault->object_base = part.base;
    fault->object_size = part.size;
    return found;
}

bool iq_pools_forbid(const struct iq_soft_fault *fault)
{
    uint64_t at = fault->address - fault->object_base;
    return fault->part && fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && at < fault->object_size &&
           fault->size <= fault->object_size - at;
}
