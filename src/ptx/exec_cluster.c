/* Clusters: blocks that run together and reach each other's shared memory.  One thread of the host
 * runs all blocks of a cluster in turns, so that what they do to each other needs no host atomics.
 * A launch without clusters has clusters of one block. In addresses of shared memory, a block's own
 * lies from 0, that of rank r from (r + 1) << RANK_SHIFT. */
#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/foreign.h"
#include "ptx/group.h"
#include "ptx/meet.h"

enum { RANK_SHIFT = 24, OFFSET_MASK = (1 << RANK_SHIFT) - 1 };

uint32_t iq_ptx_cluster_size(const struct iq_ptx_launch *l)
{
    return l->desc.cluster[0] * l->desc.cluster[1] * l->desc.cluster[2];
}

/* --- the barrier --- */

static uint32_t alive(const struct iq_ptx_cluster *c)
{
    uint32_t threads = 0;
    for (uint32_t k = 0; k < c->count; k++)
        threads += c->blocks[k]->alive;
    return threads;
}

static void let_go(struct iq_ptx_block *b)
{
    for (uint32_t k = 0; k < b->warp_count; k++) {
        struct iq_warp *w = &b->warps[k];
        w->arrived = 0;
        for (uint32_t g = 0; g < w->group_count; g++)
            if (w->groups[g].state == GROUP_BARRIER &&
                w->groups[g].barrier == IQ_PTX_CLUSTER_BARRIER)
                w->groups[g].state = GROUP_RELEASED;
    }
}

void iq_ptx_cluster_check(struct iq_ptx_cluster *c)
{
    if (!c->arrived || c->arrived < alive(c))
        return;
    c->arrived = 0;
    if (c->blocks[0]->race)
        iq_ptx_race_cluster_complete(c);
    for (uint32_t k = 0; k < c->count; k++)
        let_go(c->blocks[k]);
}

void iq_ptx_cluster_exit(struct iq_warp *w, uint32_t lanes)
{
    w->block->cluster->arrived -= (uint32_t)__builtin_popcount(w->arrived & lanes);
    w->arrived &= ~lanes;
    iq_ptx_cluster_check(w->block->cluster);
}

/* mod: relaxed */
IQ_PTX_COLD(cluster_arrive)
{
    struct iq_ptx_cluster *c = w->block->cluster;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    c->arrived += (uint32_t)__builtin_popcount(w->mask & ~w->arrived);
    w->arrived |= w->mask;
    if (w->block->race && i->mod)
        iq_ptx_race_arrive_relaxed(w);
    else if (w->block->race)
        iq_ptx_race_arrive(w, IQ_PTX_CLUSTER_BARRIER);
    iq_ptx_cluster_check(c);
    return i + 1;
}

static const struct iq_ptx_insn *passed(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    if (w->block->race)
        iq_ptx_race_cluster_pass(w);
    return i + 1;
}

/* Lanes that have arrived and are still marked wait for the rest. */
IQ_PTX_COLD(cluster_wait)
{
    if (w->token == GROUP_RELEASED) {
        w->token = GROUP_RUN;
        return passed(w, i);
    }
    if (!(w->arrived & w->mask))
        return passed(w, i);
    w->groups[w->current].barrier = IQ_PTX_CLUSTER_BARRIER;
    return iq_ptx_group_wait(w, GROUP_BARRIER, i);
}

/* --- addresses --- */

/* Until somebody has asked for an address of another block, an index that leads so far is just a
 * wrong one. */
static bool names_block(const struct iq_ptx_block *b, uint64_t shared)
{
    return b->cluster->mapped && shared >> RANK_SHIFT && !(shared >> 32);
}

uint64_t iq_ptx_cluster_offset(const struct iq_ptx_block *b, uint64_t shared)
{
    return names_block(b, shared) ? shared & OFFSET_MASK : shared;
}

uint32_t iq_ptx_cluster_rank(const struct iq_ptx_block *b, uint64_t shared)
{
    return names_block(b, shared) ? (uint32_t)(shared >> RANK_SHIFT) - 1 : b->rank;
}

uint64_t iq_ptx_cluster_address(const struct iq_ptx_block *b, uint64_t shared, uint32_t rank)
{
    uint64_t window = rank == b->rank ? 0 : (uint64_t)(rank < 255 ? rank + 1 : 255) << RANK_SHIFT;
    b->cluster->mapped |= window != 0;
    return window | (shared & OFFSET_MASK);
}

/* mapa: sizes 4 (an address of shared memory) and 8 (that, or a generic one). */
IQ_PTX_COLD(mapa)
{
    const uint32_t *rank = IQ_PTX_REG(const uint32_t, w, i->o[2]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        if (i->mod == 4) {
            IQ_PTX_REG(uint32_t, w, i->o[0])
            [l] = (uint32_t)iq_ptx_cluster_address(
                w->block, IQ_PTX_REG(const uint32_t, w, i->o[1])[l], rank[l]);
            continue;
        }
        uint64_t a = IQ_PTX_REG(const uint64_t, w, i->o[1])[l],
                 base = a >= IQ_PTX_SHARED_BASE ? IQ_PTX_SHARED_BASE : 0;
        IQ_PTX_REG(uint64_t, w, i->o[0])
        [l] = base + iq_ptx_cluster_address(w->block, a - base, rank[l]);
    }
    return i + 1;
}

IQ_PTX_COLD(getctarank)
{
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint64_t a = i->mod == 4 ? IQ_PTX_REG(const uint32_t, w, i->o[1])[l]
                                 : IQ_PTX_REG(const uint64_t, w, i->o[1])[l];
        d[l] = iq_ptx_cluster_rank(w->block, a >= IQ_PTX_SHARED_BASE ? a - IQ_PTX_SHARED_BASE : a);
    }
    return i + 1;
}

void *iq_ptx_cluster_at(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t shared,
                        uint32_t size, uint32_t lane, uint32_t flags)
{
    struct iq_ptx_block *b = w->block;
    uint32_t rank = iq_ptx_cluster_rank(b, shared), at = (uint32_t)iq_ptx_cluster_offset(b, shared),
             count = b->cluster->count;
    if (rank >= count) {
        iq_ptx_fault_raise(
            w, i, lane, IQ_PTX_FAULT_CLUSTER,
            "the address is of block %u of the cluster, which has %u: ranks go from 0 to %u", rank,
            count, count - 1);
        return NULL;
    }
    struct iq_ptx_block *peer = b->cluster->blocks[rank];
    if (!peer->alive) {
        iq_ptx_fault_raise(
            w, i, lane, IQ_PTX_FAULT_CLUSTER,
            "the address is of block %u of the cluster, all of whose threads have ended", rank);
        return NULL;
    }
    if (at + size > peer->shared_bytes) {
        iq_ptx_fault_access(w, i, lane, IQ_PTX_FAULT_SHARED_RANGE, IQ_PTX_SHARED_BASE + at, size,
                            flags);
        return NULL;
    }
    if (b->race && peer->race)
        iq_ptx_race_foreign(w, peer, i, at, size, lane, flags);
    return peer->shared + at;
}

/* --- turns --- */

enum iq_ptx_run iq_ptx_cluster_resume(struct iq_ptx_cluster *c, uint32_t slices)
{
    for (uint32_t turn = 0; !slices || turn < slices; turn++) {
        bool moved = false, over = true;
        for (uint32_t k = 0; k < c->count; k++) {
            struct iq_ptx_block *b = c->blocks[(k + c->first) % c->count];
            if (b->alive && iq_ptx_block_turn(b, 1, &moved) == IQ_PTX_RUN_FAULT)
                return IQ_PTX_RUN_FAULT;
            over &= !b->alive;
        }
        if (over)
            return IQ_PTX_RUN_DONE;
        for (uint32_t k = 0; k < c->count && !moved; k++)
            moved = iq_ptx_meet_unstick(c->blocks[k]);
        if (moved)
            continue;
        for (uint32_t k = 0; k < c->count; k++)
            if (c->blocks[k]->alive) {
                iq_ptx_fault_block(
                    c->blocks[k], IQ_PTX_FAULT_BARRIER,
                    "threads of a cluster wait at barriers that the other threads will never reach");
                return IQ_PTX_RUN_FAULT;
            }
    }
    return IQ_PTX_RUN_YIELD;
}
