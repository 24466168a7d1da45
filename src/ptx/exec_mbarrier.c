/* mbarrier: a word of shared memory that counts arrivals and bytes of the present phase.  How its
 * bits are used is open, so long as the token of an arrival tells its phase.  A block runs on one
 * thread, so no host atomics are needed. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/isa.h"
#include "ptx/race.h"

/* Bits: 0 expected arrivals, 20 those still pending, 40 bytes still expected (signed), 63 phase. */
struct barrier_word {
    uint32_t expected, pending, phase;
    int32_t bytes;
};
enum { COUNT_BITS = 20, COUNT_MASK = (1 << COUNT_BITS) - 1 };

static struct barrier_word decode(uint64_t bits)
{
    return (struct barrier_word){ .expected = bits & COUNT_MASK,
                                  .pending = bits >> 20 & COUNT_MASK,
                                  .phase = (uint32_t)(bits >> 63),
                                  .bytes = (int32_t)((int64_t)(bits << 1) >> 41) };
}

static uint64_t encode(struct barrier_word b)
{
    return b.expected | (uint64_t)b.pending << 20 | ((uint64_t)(int64_t)b.bytes & 0x7fffff) << 40 |
           (uint64_t)b.phase << 63;
}

static void complete(struct barrier_word *b)
{
    if (b->pending || b->bytes)
        return;
    b->phase ^= 1;
    b->pending = b->expected;
}

/* Another group of lanes or another warp has to arrive first: the turn ends at the next backward
 * edge. */
static void hand_over(struct iq_warp *w)
{
    w->budget = 1;
    w->edges += 16;
}

static const char *apply(struct barrier_word *b, uint32_t op, uint32_t more, uint32_t value)
{
    switch (op) {
    case MBARRIER_INIT:
        *b = (struct barrier_word){ .expected = value, .pending = value };
        return value && value <= COUNT_MASK
                   ? NULL
                   : "mbarrier.init with a count that is not within 1 .. 2^20 - 1";
    case MBARRIER_INVAL: *b = (struct barrier_word){ 0 }; return NULL;
    case MBARRIER_EXPECT: b->bytes += (int32_t)value; return NULL;
    case MBARRIER_COMPLETE:
        b->bytes -= (int32_t)value;
        complete(b);
        return NULL;
    default: break;
    }
    if (more == 1)
        b->bytes += (int32_t)value;
    uint32_t count = more == 1 ? 1 : value;
    if (!b->expected)
        return "arrival at an mbarrier that is not initialised";
    if (count > b->pending)
        return "more arrivals at an mbarrier than it was initialised for";
    b->pending -= count;
    if (op == MBARRIER_DROP)
        b->expected -= count;
    complete(b);
    return NULL;
}

/* --- what race detection learns --- */

/* Is the word in the block's own shared memory?  Those of other blocks of a cluster are flags like
 * any other. */
static bool is_judged(const struct iq_warp *w, const uint64_t *at)
{
    const struct iq_ptx_block *b = w->block;
    return b->race && (uintptr_t)at - (uintptr_t)b->shared < b->shared_bytes;
}

static uint32_t offset_of(const struct iq_warp *w, const uint64_t *at)
{
    return (uint32_t)((const uint8_t *)at - w->block->shared);
}

static void pass(struct iq_warp *w, const uint64_t *at)
{
    if (is_judged(w, at))
        iq_ptx_race_phase_pass(w, offset_of(w, at));
}

/* The word becomes [is].  Whichever block of the cluster ends a phase, those who wait for it are in
 * the block that has the word. */
static void change(struct iq_warp *w, uint64_t *at, struct barrier_word is)
{
    const struct iq_ptx_cluster *cluster = w->block->cluster;
    bool over = decode(*at).phase != is.phase;
    *at = encode(is);
    for (uint32_t k = 0; over && k < cluster->count; k++) {
        struct iq_ptx_block *b = cluster->blocks[k];
        uintptr_t offset = (uintptr_t)at - (uintptr_t)b->shared;
        if (b->race && offset < b->shared_bytes)
            iq_ptx_race_phase_complete(b, (uint32_t)offset);
    }
}

static const struct iq_ptx_insn *wait(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    uint32_t done = 0, flags = i->mod & MBARRIER_SHARED ? ACCESS_SHARED : 0,
             *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    bool parity = (i->mod >> 8 & 255) == 3;
    const uint64_t *last = NULL;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        const uint64_t *at =
            iq_ptx_memory_at(w, i, IQ_PTX_REG(const uint64_t, w, i->o[1])[l] + i->imm, 8, l,
                             flags | ACCESS_WRITE | ACCESS_ATOMIC | ACCESS_PHASE);
        if (!at)
            return NULL;
        uint32_t asked = parity ? IQ_PTX_REG(const uint32_t, w, i->o[2])[l] & 1
                                : (uint32_t)(IQ_PTX_REG(const uint64_t, w, i->o[2])[l] >> 63);
        bool over = decode(*at).phase != asked;
        done |= (uint32_t)over << l;
        if (over && at != last)
            pass(w, at);
        last = at;
    }
    *d = (*d & ~w->mask) | done;
    if (done != w->mask)
        hand_over(w);
    return i + 1;
}

static const struct iq_ptx_insn *pending(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        IQ_PTX_REG(uint32_t, w, i->o[0])
        [l] = decode(IQ_PTX_REG(const uint64_t, w, i->o[1])[l]).pending;
    }
    return i + 1;
}

bool iq_ptx_mbarrier_complete(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                              uint64_t addr, uint32_t flags, uint32_t bytes)
{
    uint64_t *at =
        iq_ptx_memory_at(w, i, addr, 8, lane, ACCESS_WRITE | ACCESS_ATOMIC | ACCESS_PHASE | flags);
    if (!at)
        return false;
    if (is_judged(w, at)) { /* whoever waits for it sees what was copied */
        iq_ptx_race_phase_arrive(w, offset_of(w, at));
        iq_ptx_async_attach(w, lane, ASYNC_TO_SHARED, offset_of(w, at));
    }
    struct barrier_word b = decode(*at);
    apply(&b, MBARRIER_COMPLETE, 0, bytes);
    change(w, at, b);
    return true;
}

IQ_PTX_COLD(mbarrier)
{
    uint32_t op = i->mod & 255, more = i->mod >> 8 & 255,
             flags = ACCESS_WRITE | ACCESS_ATOMIC | ACCESS_PHASE |
                     (i->mod & MBARRIER_SHARED ? ACCESS_SHARED : 0);
    if (op == MBARRIER_TEST || op == MBARRIER_TRY)
        return wait(w, i);
    if (op == MBARRIER_PENDING)
        return pending(w, i);
    /* lanes that arrive at one object together get the same token, as on hardware */
    uint64_t *last = NULL, token = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m),
                 value = IQ_PTX_REG(const uint32_t, w, i->o[i->nd + 1])[l];
        uint64_t *at = iq_ptx_memory_at(
            w, i, IQ_PTX_REG(const uint64_t, w, i->o[i->nd])[l] + i->imm, 8, l, flags);
        if (!at)
            return NULL;
        struct barrier_word b = decode(*at);
        if (at != last || decode(token).phase != b.phase)
            token = *at;
        if (at != last && is_judged(w, at)) /* an arrival releases what was done before it */
            iq_ptx_race_phase_arrive(w, offset_of(w, at));
        last = at;
        if (op == MBARRIER_ASYNC && is_judged(w, at))
            iq_ptx_async_attach(w, l, ASYNC_COPY, offset_of(w, at));
        const char *wrong = op == MBARRIER_ASYNC && !value ? NULL : apply(&b, op, more, value);
        if (wrong)
            return iq_ptx_fault_raise(w, i, l, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION, "%s", wrong);
        change(w, at, b);
        if (i->nd)
            IQ_PTX_REG(uint64_t, w, i->o[0])[l] = token;
    }
    return i + 1;
}
