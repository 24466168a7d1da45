/* Lanes that wait for lanes of their warp: at bar.warp.sync, shfl.sync, vote.sync and their kin.
 * Each names the lanes that it meets with; all of those that have not ended must come to the same
 * operation with the same mask, wherever in the program it stands.  Who waits for lanes that can
 * never come is reported, and goes on without them. */
#include <stdio.h>

#include "ptx/cold.h"
#include "ptx/group.h"
#include "ptx/meet.h"
#include "ptx/undefined.h"

enum { REPORTED_ENOUGH = 1 << 16 };

#define EACH_LANE(l, mask) \
    for (uint32_t l##s_ = (mask), l; l##s_ && (l = iq_ptx_first_lane(l##s_), 1); l##s_ &= l##s_ - 1)

const struct iq_ptx_insn *iq_ptx_meet_wait(struct iq_warp *w, const struct iq_ptx_insn *insn,
                                           const uint32_t *need)
{
    EACH_LANE(l, w->mask)
        w->awaits[l] = need[l];
    return iq_ptx_group_wait(w, GROUP_SYNC, insn);
}

/* Lanes that wait at an operation like that of g with this mask. */
static uint32_t alike(const struct iq_warp *w, const struct iq_ptx_group *g, uint32_t mask)
{
    uint32_t lanes = 0;
    for (uint32_t k = 0; k < w->group_count; k++) {
        const struct iq_ptx_group *o = &w->groups[k];
        if (o->state == GROUP_SYNC && o->pc->exec == g->pc->exec && o->pc->mod == g->pc->mod)
            EACH_LANE(l, o->mask)
                lanes |= w->awaits[l] == mask ? 1u << l : 0;
    }
    return lanes;
}

/* Whom lane l of g waits for. */
static uint32_t absent(const struct iq_warp *w, const struct iq_ptx_group *g, uint32_t l)
{
    return w->awaits[l] & w->alive & ~alike(w, g, w->awaits[l]);
}

/* Lanes that wait, and need not. */
static uint32_t complete(const struct iq_warp *w)
{
    uint32_t lanes = 0;
    for (uint32_t k = 0; k < w->group_count; k++)
        if (w->groups[k].state == GROUP_SYNC)
            EACH_LANE(l, w->groups[k].mask)
                lanes |= absent(w, &w->groups[k], l) ? 0 : 1u << l;
    return lanes;
}

static void let_go(struct iq_warp *w, uint32_t lanes)
{
    for (uint32_t k = 0, count = w->group_count; k < count; k++) {
        struct iq_ptx_group *g = &w->groups[k];
        uint32_t these = g->mask & lanes;
        if (g->state != GROUP_SYNC || !these)
            continue;
        if (these != g->mask) {
            w->groups[w->group_count] = *g;
            w->groups[w->group_count++].mask &= ~these;
            g->mask = these;
        }
        g->state = GROUP_FORCED;
    }
}

/* Do all others of the warp wait at barriers of the whole block?  Those cannot complete before the
 * lanes here come to them. */
static bool is_dead_end(const struct iq_warp *w)
{
    for (uint32_t k = 0; k < w->group_count; k++) {
        const struct iq_ptx_group *g = &w->groups[k];
        bool whole = g->state == GROUP_BARRIER && g->barrier < IQ_PTX_BARRIERS &&
                     !w->block->barriers[g->barrier].expected;
        if (g->state != GROUP_SYNC && !whole)
            return false;
    }
    return true;
}

/* ---- telling ---- */

static const char *operation(const struct iq_ptx_insn *i)
{
    switch (i->exec) {
    case X_bar_warp: return "__syncwarp";
    case X_shfl: return "__shfl_sync (shfl.sync)";
    case X_vote: return "__ballot_sync (vote.sync)";
    case X_match: return "__match_sync (match.sync)";
    case X_redux: return "__reduce_sync (redux.sync)";
    case X_elect: return "elect.sync";
    default: return "an operation of the whole warp";
    }
}

/* "3, 8-15" */
static const char *put_lanes(char *text, size_t size, uint32_t lanes)
{
    size_t at = 0;
    text[0] = 0;
    for (uint32_t l = 0, end; l < IQ_PTX_LANES && at < size; l = end) {
        for (end = l; end < IQ_PTX_LANES && lanes >> end & 1; end++)
            ;
        if (end == l) {
            end++;
            continue;
        }
        at += (size_t)snprintf(text + at, size - at, end - l > 1 ? "%s%u-%u" : "%s%u",
                               at ? ", " : "", l, end - 1);
    }
    return text;
}

/* Threads of bad programs are many: of each instruction, so many are reported. */
static bool is_told(const struct iq_warp *w, const struct iq_ptx_insn *i)
{
    uint32_t *reported = &w->block->launch->reported[(i - w->block->program->insns) % 256];
    return !w->block->env->divergence ||
           __atomic_fetch_add(reported, 1, __ATOMIC_RELAXED) >= REPORTED_ENOUGH;
}

void iq_ptx_meet_outside(struct iq_warp *w, const struct iq_ptx_insn *insn, uint32_t outside,
                         const uint32_t *need)
{
    struct iq_ptx_fault here;
    char lanes[100], named[100];
    if (is_told(w, insn))
        return;
    EACH_LANE(l, outside) {
        iq_ptx_fault_place(w->block, w, insn, l, &here);
        snprintf(here.message, sizeof here.message,
                 "lane%s %s of the warp called %s with the mask 0x%x, which is lane%s %s",
                 outside & (outside - 1) ? "s" : "", put_lanes(lanes, sizeof lanes, outside),
                 operation(insn), need[l], need[l] & (need[l] - 1) ? "s" : "",
                 need[l] ? put_lanes(named, sizeof named, need[l]) : "none");
        w->block->env->divergence(w->block->env->ctx, IQ_PTX_DIVERGED_OUTSIDE, NULL, &here);
    }
}

void iq_ptx_meet_undefined(struct iq_warp *w, const struct iq_ptx_undefined_values *values,
                           uint32_t by, const struct iq_ptx_insn *insn, uint32_t lane)
{
    struct iq_ptx_fault here, use;
    uint32_t from = values->from[by], mask = values->need[by],
             threads = w->block->thread_count - 32 * w->index;
    if (is_told(w, values->insn))
        return;
    iq_ptx_fault_place(w->block, w, values->insn, by, &here);
    iq_ptx_fault_place(w->block, w, insn, lane, &use);
    snprintf(here.message, sizeof here.message,
             "lane %u called %s with the mask 0x%x and got the value of lane %u, which %s", by,
             operation(values->insn), mask, from,
             from >= threads    ? "the block does not have"
             : mask >> from & 1 ? "has exited"
                                : "is not in that mask");
    w->block->env->divergence(w->block->env->ctx, IQ_PTX_DIVERGED_UNDEFINED, &use, &here);
}

static const struct iq_ptx_group *group_of(const struct iq_warp *w, uint32_t lane)
{
    const struct iq_ptx_group *g = w->groups;
    while (!(g->mask >> lane & 1))
        g++;
    return g;
}

static void tell_group(struct iq_warp *w, const struct iq_ptx_group *g)
{
    struct iq_ptx_fault here, there;
    char these[100], those[100];
    if (is_told(w, g->pc))
        return;
    EACH_LANE(l, g->mask) {
        uint32_t away = absent(w, g, l), first = iq_ptx_first_lane(away), others = 0;
        const struct iq_ptx_group *o = group_of(w, first);
        EACH_LANE(k, away & o->mask)
            others |= o->state != GROUP_SYNC || w->awaits[k] == w->awaits[first] ? 1u << k : 0;
        iq_ptx_fault_place(w->block, w, g->pc, l, &here);
        iq_ptx_fault_place(w->block, w, o->pc, first, &there);
        int n =
            snprintf(here.message, sizeof here.message,
                     "lane%s %s of the warp called %s with the mask 0x%x, but lane%s %s wait%s at ",
                     g->mask & (g->mask - 1) ? "s" : "", put_lanes(these, sizeof these, g->mask),
                     operation(g->pc), w->awaits[l], others & (others - 1) ? "s" : "",
                     put_lanes(those, sizeof those, others), others & (others - 1) ? "" : "s");
        if (n > 0 && (size_t)n < sizeof here.message)
            snprintf(here.message + n, sizeof here.message - (size_t)n,
                     o->state != GROUP_SYNC ? "a barrier of the %s" : "%s with the mask 0x%x",
                     o->state == GROUP_SYNC         ? operation(o->pc)
                     : o->barrier < IQ_PTX_BARRIERS ? "block"
                                                    : "cluster",
                     w->awaits[first]);
        w->block->env->divergence(w->block->env->ctx, IQ_PTX_DIVERGED_ELSEWHERE, &there, &here);
    }
}

bool iq_ptx_meet_settle(struct iq_warp *w, bool stuck)
{
    uint32_t lanes = complete(w);
    if (!lanes && !stuck && !is_dead_end(w))
        return false;
    for (uint32_t k = 0; k < w->group_count && !lanes; k++)
        if (w->groups[k].state == GROUP_SYNC)
            tell_group(w, &w->groups[k]);
    lanes = lanes ? lanes : w->alive;
    let_go(w, lanes);
    for (uint32_t k = 0; k < w->group_count; k++)
        if (w->groups[k].state == GROUP_FORCED)
            return true;
    return false;
}

bool iq_ptx_meet_unstick(struct iq_ptx_block *b)
{
    bool any = false;
    for (uint32_t k = 0; k < b->warp_count; k++)
        any |= b->warps[k].group_count && iq_ptx_meet_settle(&b->warps[k], true);
    return any;
}
