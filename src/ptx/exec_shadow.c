/* Shadow bits of global memory: one for each byte, set when something has been written there.  The
 * bits of the address a lie in the byte at range->shadow + a / 8.  Whole bytes are stored, parts of
 * them with atomics, since neighbours belong to other threads. */
#include <string.h>

#include "ptx/shadow.h"

static void set_some(uint8_t *at, uint8_t bits)
{
    if ((__atomic_load_n(at, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
}

void iq_ptx_shadow_set(uint64_t shadow, uint64_t addr, uint64_t size)
{
    uint8_t *at = (uint8_t *)(uintptr_t)(shadow + (addr >> 3));
    uint32_t low = addr & 7;
    if (low) {
        uint32_t n = size < 8 - low ? (uint32_t)size : 8 - low;
        set_some(at++, (uint8_t)(((1u << n) - 1) << low));
        size -= n;
    }
    memset(at, 255, size / 8);
    if (size & 7)
        set_some(at + size / 8, (uint8_t)((1u << (size & 7)) - 1));
}

bool iq_ptx_shadow_is_set(uint64_t shadow, uint64_t addr, uint64_t size)
{
    const uint8_t *at = (const uint8_t *)(uintptr_t)(shadow + (addr >> 3));
    uint32_t low = addr & 7;
    uint64_t word;
    if (low) {
        uint32_t n = size < 8 - low ? (uint32_t)size : 8 - low;
        uint8_t bits = (uint8_t)(((1u << n) - 1) << low);
        if ((*at++ & bits) != bits)
            return false;
        size -= n;
    }
    for (; size >= 64; size -= 64, at += 8) {
        memcpy(&word, at, 8);
        if (word != ~0ull)
            return false;
    }
    for (; size >= 8; size -= 8)
        if (*at++ != 255)
            return false;
    uint8_t bits = (uint8_t)((1u << size) - 1);
    return (*at & bits) == bits;
}

enum { CHUNK = 512, FIRST_STEP = 4096 };

/* Where the written memory around [at] begins, and ends: as far as [limit], or further where
 * [known] is. */
static uint64_t written_before(uint64_t shadow, const struct iq_ptx_written *known, uint64_t at,
                               uint64_t limit)
{
    while (at > limit) {
        uint64_t from = (at - 1) & ~(uint64_t)(CHUNK - 1);
        if (at > known->begin && at <= known->end) {
            at = known->begin;
            continue;
        }
        from = from < limit ? limit : from;
        from = at > known->end && from < known->end ? known->end : from;
        if (!iq_ptx_shadow_is_set(shadow, from, at - from))
            break;
        at = from;
    }
    return at;
}

static uint64_t written_after(uint64_t shadow, const struct iq_ptx_written *known, uint64_t at,
                              uint64_t limit)
{
    while (at < limit) {
        uint64_t to = (at | (CHUNK - 1)) + 1;
        if (at >= known->begin && at < known->end) {
            at = known->end;
            continue;
        }
        to = to > limit ? limit : to;
        to = at < known->begin && to > known->begin ? known->begin : to;
        if (!iq_ptx_shadow_is_set(shadow, at, to - at))
            break;
        at = to;
    }
    return at;
}

/* What is known to be written of [range]. */
static struct iq_ptx_written *known_of(struct iq_ptx_block *b, const struct iq_ptx_range *range)
{
    for (uint32_t k = 0; k < IQ_PTX_WRITTEN; k++)
        if (b->written[k].begin >= range->begin && b->written[k].end <= range->end)
            return &b->written[k];
    struct iq_ptx_written *known = &b->written[b->next_written++ % IQ_PTX_WRITTEN];
    *known = (struct iq_ptx_written){ 0 };
    return known;
}

/* Makes [known] a span of written memory around [addr, addr + size), which is written.  It looks as
 * far again as the one before was long, so that there are few; false: what it found is too short
 * for that. */
static bool widen(const struct iq_ptx_range *range, struct iq_ptx_written *known, uint64_t addr,
                  uint64_t size)
{
    uint64_t had = known->end - known->begin, step = had ? had : FIRST_STEP,
             low = addr - range->begin > step ? addr - step : range->begin,
             high = range->end - addr - size > step ? addr + size + step : range->end,
             begin = written_before(range->shadow, known, addr, low),
             end = written_after(range->shadow, known, addr + size, high);
    if ((begin > low || end < high) && end - begin < 2 * had)
        return false;
    *known = (struct iq_ptx_written){ begin, end };
    return true;
}

void iq_ptx_shadow_narrow(struct iq_ptx_block *b, struct iq_ptx_range *range, uint64_t addr,
                          uint64_t size)
{
    struct iq_ptx_written *known = known_of(b, range);
    if ((addr < known->begin || addr + size > known->end) &&
        (!iq_ptx_shadow_is_set(range->shadow, addr, size) || !widen(range, known, addr, size)))
        return;
    range->begin = known->begin;
    range->end = known->end;
    range->shadow = 0;
}

/* Is a read of bytes that nothing has written a mistake?  Of a place that is written in part, what
 * is only stored elsewhere may be
 * padding; what nobody wants is read along with its neighbours. */
static bool is_wanted(const struct iq_ptx_block *b, const struct iq_ptx_insn *i, uint64_t shadow,
                      uint64_t addr, uint32_t size, uint32_t flags)
{
    uint32_t demand = b->program->demand[i - b->program->insns], missing = 0;
    if (size > 16 || flags & ACCESS_ATOMIC)
        return true;
    for (uint32_t k = 0; k < size; k++)
        missing |= (uint32_t)!iq_ptx_shadow_is_set(shadow, addr + k, 1) << k;
    return missing & demand || (missing == (1u << size) - 1 && missing & demand >> 16);
}

/* Told once: the bytes count as written from now on. */
void iq_ptx_shadow_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                       uint32_t lane, uint32_t flags)
{
    struct iq_ptx_block *b = w->block;
    const struct iq_ptx_range *r = iq_ptx_range_of(b, i);
    if (!r->shadow || addr < r->begin || addr + size > r->end)
        return;
    bool read = !(flags & ACCESS_WRITE) ||
                (flags & ACCESS_ATOMIC && b->program->demand[i - b->program->insns]);
    if (read && iq_ptx_shadow_is_set(r->shadow, addr, size))
        return;
    if (read && !is_wanted(b, i, r->shadow, addr, size, flags))
        return;
    if (read && b->env->uninitialized) {
        uint32_t first = 0, end = size; /* only the bytes that are missing */
        while (first + 1 < size && iq_ptx_shadow_is_set(r->shadow, addr + first, 1))
            first++;
        while (end > first + 1 && iq_ptx_shadow_is_set(r->shadow, addr + end - 1, 1))
            end--;
        struct iq_ptx_access a =
            iq_ptx_memory_describe(w, i, addr + first, end - first, lane, IQ_PTX_GLOBAL);
        a.write = flags & ACCESS_WRITE;
        a.atomic = (flags & ACCESS_ATOMIC) != 0;
        b->env->uninitialized(b->env->ctx, &a);
        if (!(flags & ACCESS_WRITE))
            return;
    }
    iq_ptx_shadow_set(r->shadow, addr, size);
}

void iq_ptx_shadow_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                         uint32_t size, uint32_t flags)
{
    uint64_t shadow = iq_ptx_range_of(w->block, i)->shadow, offset = i->imm;
    uint32_t bits = (1u << size) - 1;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m), word;
        uint64_t a = addr[l] + offset;
        memcpy(&word, (const void *)(uintptr_t)(shadow + (a >> 3)), 4);
        if ((word >> (a & 7) & bits) != bits)
            iq_ptx_shadow_one(w, i, a, size, l, flags);
    }
}

void iq_ptx_shadow_row(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                       uint32_t size, uint32_t flags)
{
    uint64_t shadow = iq_ptx_range_of(w->block, i)->shadow, low = addr[0] + i->imm;
    if (flags & ACCESS_WRITE)
        iq_ptx_shadow_set(shadow, low, size * IQ_PTX_LANES);
    else if (!iq_ptx_shadow_is_set(shadow, low, size * (addr[1] == addr[0] ? 1 : IQ_PTX_LANES)))
        iq_ptx_shadow_lanes(w, i, addr, size, flags);
}
