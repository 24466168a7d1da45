/* Groups of lanes of one warp: they part at branches, the deepest frame and then the lowest pc runs
 * first, and groups that stand at the same place of the same frame become one.  A group that loops
 * long while others wait hands over for a while, so that a lane that holds a lock gets to release
 * it. */
#include "ptx/exec.h"
#include "ptx/group.h"
#include "ptx/meet.h"

enum { EDGES_BEFORE_ROTATION = 64, PINNED_EDGES = 64 };

static void save(struct iq_warp *w, const struct iq_ptx_insn *pc, enum iq_ptx_group_state state)
{
    struct iq_ptx_group *g = &w->groups[w->current];
    g->mask = w->mask;
    g->state = (uint8_t)state;
    g->pc = pc;
    g->frame = w->frame;
}

static const struct iq_ptx_insn *load(struct iq_warp *w, uint32_t k)
{
    struct iq_ptx_group *g = &w->groups[k];
    w->current = k;
    w->token = g->state;
    g->state = GROUP_RUN;
    w->frame = g->frame;
    w->base[BASE_FRAME] = g->frame->registers;
    iq_ptx_set_mask(w, g->mask);
    return g->pc;
}

static void remove_group(struct iq_warp *w, uint32_t k)
{
    w->groups[k] = w->groups[--w->group_count];
    if (w->current == w->group_count)
        w->current = k;
}

static void merge_into(struct iq_warp *w, uint32_t k)
{
    struct iq_ptx_group *g = &w->groups[k];
    for (uint32_t j = 0; j < w->group_count; j++) {
        struct iq_ptx_group *o = &w->groups[j];
        if (o == g || o->state != GROUP_RUN || o->pc != g->pc || o->frame != g->frame)
            continue;
        uint32_t mask = g->mask | o->mask;
        if (w->current == j)
            w->current = k;
        remove_group(w, j);
        if (k == w->group_count) { /* the last one moved to j */
            k = j;
            g = &w->groups[k];
        }
        g->mask = mask;
        j = UINT32_MAX; /* start again: indices changed */
    }
}

static bool can_run(const struct iq_ptx_group *g)
{
    return g->state != GROUP_BARRIER && g->state != GROUP_SYNC;
}

static bool goes_first(const struct iq_ptx_group *a, const struct iq_ptx_group *b)
{
    return a->frame->depth != b->frame->depth ? a->frame->depth > b->frame->depth : a->pc < b->pc;
}

const struct iq_ptx_insn *iq_ptx_group_choose(struct iq_warp *w)
{
    uint32_t best = UINT32_MAX;
    bool syncing = false;
    w->pin = 0;
    for (uint32_t k = 0; k < w->group_count; k++) {
        syncing |= w->groups[k].state == GROUP_SYNC;
        if (can_run(&w->groups[k]) &&
            (best == UINT32_MAX || goes_first(&w->groups[k], &w->groups[best])))
            best = k;
    }
    if (best == UINT32_MAX && syncing && iq_ptx_meet_settle(w, false))
        return iq_ptx_group_choose(w);
    if (best == UINT32_MAX)
        return NULL;
    if (w->groups[best].state == GROUP_RUN && w->group_count > 1) {
        const struct iq_ptx_insn *pc = w->groups[best].pc;
        const struct iq_ptx_frame *frame = w->groups[best].frame;
        merge_into(w, best);
        for (best = 0; w->groups[best].pc != pc || w->groups[best].frame != frame ||
                       w->groups[best].state != GROUP_RUN;
             best++)
            ;
    }
    return load(w, best);
}

/* Would the running group at pc be chosen again, and meet nobody?  Most often the others wait for
 * it after a loop. */
static bool stays_first(const struct iq_warp *w, const struct iq_ptx_insn *pc)
{
    const struct iq_ptx_group me = { .pc = pc, .frame = w->frame };
    for (uint32_t k = 0; k < w->group_count; k++) {
        const struct iq_ptx_group *g = &w->groups[k];
        if (k != w->current && can_run(g) && !goes_first(&me, g))
            return false;
    }
    return true;
}

const struct iq_ptx_insn *iq_ptx_group_arrive(struct iq_warp *w, const struct iq_ptx_insn *pc)
{
    if (w->group_count == 1)
        return pc;
    if (!w->pin && stays_first(w, pc)) {
        w->token = GROUP_RUN;
        return pc;
    }
    save(w, pc, GROUP_RUN);
    if (!w->pin)
        return iq_ptx_group_choose(w);
    merge_into(w, w->current);
    iq_ptx_set_mask(w, w->groups[w->current].mask);
    return pc;
}

const struct iq_ptx_insn *iq_ptx_group_split(struct iq_warp *w, uint32_t taken,
                                             const struct iq_ptx_insn *pc,
                                             const struct iq_ptx_insn *rest)
{
    uint32_t pin = w->pin, current = w->current;
    save(w, rest, GROUP_RUN);
    w->groups[w->current].mask &= ~taken;
    w->groups[w->group_count++] = (struct iq_ptx_group){ taken, GROUP_RUN, 0, pc, w->frame };
    if (!pin)
        return iq_ptx_group_choose(w);
    return load(w, current);
}

void iq_ptx_group_fork(struct iq_warp *w, uint32_t others, const struct iq_ptx_insn *pc)
{
    w->groups[w->group_count++] = (struct iq_ptx_group){ others, GROUP_RUN, 0, pc, w->frame };
    iq_ptx_set_mask(w, w->mask & ~others);
}

const struct iq_ptx_insn *iq_ptx_group_leave(struct iq_warp *w)
{
    remove_group(w, w->current);
    return w->group_count ? iq_ptx_group_choose(w) : NULL;
}

const struct iq_ptx_insn *iq_ptx_group_wait(struct iq_warp *w, enum iq_ptx_group_state state,
                                            const struct iq_ptx_insn *pc)
{
    save(w, pc, state);
    return iq_ptx_group_choose(w);
}

/* The next group in turn that can run, or the present one.  Turns are counted apart from the
 * present group: that is always the same one where it is the lowest, and a third would never
 * run. */
static const struct iq_ptx_insn *rotate(struct iq_warp *w)
{
    uint32_t n = w->group_count;
    for (uint32_t k = 1; k <= n; k++) {
        uint32_t next = (w->turn + k) % n;
        if (next != w->current && can_run(&w->groups[next])) {
            w->turn = next;
            const struct iq_ptx_insn *pc = load(w, next);
            w->pin = PINNED_EDGES;
            return pc;
        }
    }
    return load(w, w->current);
}

const struct iq_ptx_insn *iq_ptx_group_edge(struct iq_warp *w, const struct iq_ptx_insn *pc)
{
    if (w->group_count > 1) {
        if (w->pin) {
            w->pin--;
            pc = iq_ptx_group_arrive(w, pc);
        } else if (++w->edges >= EDGES_BEFORE_ROTATION) {
            w->edges = 0;
            save(w, pc, GROUP_RUN);
            pc = rotate(w);
        } else {
            pc = iq_ptx_group_arrive(w, pc);
        }
    }
    if (w->budget && --w->budget)
        return pc;
    w->resume = pc;
    return NULL;
}

bool iq_ptx_group_merge(struct iq_warp *w, const struct iq_ptx_insn *insn)
{
    bool any = false;
    for (uint32_t k = 0; k < w->group_count; k++) {
        struct iq_ptx_group *g = &w->groups[k];
        bool here = k != w->current && g->pc == insn && g->frame == w->frame &&
                    (g->state == GROUP_SYNC || g->state == GROUP_RUN);
        if (!here)
            continue;
        any = true;
        iq_ptx_set_mask(w, w->mask | g->mask);
        remove_group(w, k);
        k = UINT32_MAX;
    }
    return any;
}

bool iq_ptx_group_sync(struct iq_warp *w, const struct iq_ptx_insn *insn, uint32_t need,
                       const struct iq_ptx_insn **next)
{
    if (w->token == GROUP_FORCED) {
        w->token = GROUP_RUN;
        return true;
    }
    if (!(need & w->alive & ~w->mask))
        return true;
    iq_ptx_group_merge(w, insn);
    if (!(need & w->alive & ~w->mask))
        return true;
    uint32_t all[IQ_PTX_LANES];
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        all[l] = need;
    *next = iq_ptx_meet_wait(w, insn, all);
    return false;
}
