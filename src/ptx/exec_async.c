/* See async.h. */
#include <stdlib.h>
#include <string.h>

#include "ptx/async.h"
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/isa.h"
#include "ptx/reads.h"

enum { NO_BARRIER = UINT32_MAX, THREADS = RACE_WARPS * IQ_PTX_LANES };

/* Of [lanes] lanes from that of [who] on, each [size] bytes next to those of the one before.
 * phase: of the mbarrier, the one that the copy completes. */
struct pending {
    uint32_t at, size, lanes, who, group, barrier, phase;
    enum iq_ptx_async_kind kind;
};

/* In the order in which each warp began them; reach: where they are. */
struct copy_list {
    struct pending *items;
    uint32_t count, capacity;
    struct iq_ptx_race_reach reach;
};

/* groups: how many each thread has committed. */
struct iq_ptx_async {
    struct copy_list of[RACE_WARPS];
    uint32_t groups[ASYNC_CLASSES][THREADS];
};

static enum iq_ptx_async_class class_of(const struct pending *p)
{
    return p->kind == ASYNC_COPY     ? ASYNC_OF_COPIES
           : p->kind == ASYNC_MATRIX ? ASYNC_OF_MATRICES
                                     : ASYNC_OF_BULK;
}

static bool is_load(enum iq_ptx_async_kind kind)
{
    return kind == ASYNC_FROM_SHARED || kind == ASYNC_MATRIX;
}

static uint32_t thread_of(const struct pending *p) { return p->who & WHO_THREAD; }

static uint32_t end_of(const struct pending *p) { return p->at + p->size * p->lanes; }

static uint64_t *records_of(const struct iq_ptx_race *r, const struct pending *p)
{
    return is_load(p->kind) ? r->r : r->w;
}

/* Reads near copies of any warp are judged at once (reads.h). */
static void bound_pending(struct iq_ptx_race *r)
{
    struct iq_ptx_race_reach *all = &r->reads->pending;
    *all = IQ_PTX_RACE_NOWHERE;
    for (uint32_t m = r->waits; m; m &= m - 1) {
        const struct iq_ptx_race_reach *one = &r->async->of[__builtin_ctz(m)].reach;
        iq_ptx_race_extend(all, one->low, one->high);
    }
}

static bool add(struct iq_ptx_race *r, uint32_t warp, const struct pending *p)
{
    if (!r->async)
        r->async = calloc(1, sizeof *r->async);
    if (!r->async)
        return false;
    struct copy_list *list = &r->async->of[warp];
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? 2 * list->capacity : 64;
        struct pending *items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    if (!list->count)
        list->reach = IQ_PTX_RACE_NOWHERE;
    list->items[list->count++] = *p;
    iq_ptx_race_extend(&list->reach, p->at, end_of(p));
    iq_ptx_race_extend(&r->reads->pending, p->at, end_of(p));
    r->waits |= 1u << warp;
    return true;
}

void iq_ptx_async_begin(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                        enum iq_ptx_async_kind kind, const void *memory, uint32_t size)
{
    const struct iq_ptx_block *b = w->block;
    struct iq_ptx_race *r = b->race;
    uint64_t at = (uint64_t)((uintptr_t)memory - (uintptr_t)b->shared);
    if (!r || !r->shared || !size || at >= b->shared_bytes || at + size > b->shared_bytes)
        return;
    uint32_t thread = w->index * IQ_PTX_LANES + lane;
    struct pending p = { .at = (uint32_t)at,
                         .size = size,
                         .lanes = 1,
                         .who = iq_ptx_race_who(w, i, thread, RACE_PLAIN),
                         .barrier = NO_BARRIER,
                         .kind = kind };
    if (is_load(kind))
        iq_ptx_race_note_reads(b);
    else
        iq_ptx_race_write_near(b, p.at, p.at + size);
    p.group = r->async ? r->async->groups[class_of(&p)][thread] : 0;
    if (!add(r, w->index, &p))
        return;
    uint64_t *records = records_of(r, &p), base = iq_ptx_race_until(r->base);
    for (uint32_t c = p.at >> r->cell_shift; c <= (p.at + size - 1) >> r->cell_shift; c++) {
        iq_ptx_race_open_line(r, c);
        r->lines[c / 16].split = RACE_LINE_PINNED;
        if (is_load(kind) && r->r[c] > base && (r->r[c] ^ p.who) & WHO_THREAD)
            r->q[c] = r->r[c];
        records[c] = iq_ptx_race_record(RACE_PENDING, p.who);
    }
}

static struct iq_ptx_race_cells cells_of(const struct iq_ptx_race *r, const struct pending *p)
{
    uint32_t first = p->at >> r->cell_shift, end = (end_of(p) - 1) >> r->cell_shift;
    return (struct iq_ptx_race_cells){
        .first = first,
        .count = end - first + 1,
        /* of one lane all cells have one record */
        .shift = p->lanes > 1 ? (uint32_t)__builtin_ctz(p->size >> r->cell_shift) : 31
    };
}

/* The copy counts as made by its thread at [time]; 0: long ago.  What other threads have read since
 * may have made it the second reader.  True. */
static bool settle(struct iq_ptx_race *r, const struct pending *p, uint32_t time)
{
    struct iq_ptx_race_cells cells = cells_of(r, p);
    uint64_t open = iq_ptx_race_record(RACE_PENDING, p->who),
             closed = time ? iq_ptx_race_record(time, p->who) : 0;
    iq_ptx_cpu()->copies_end(r, &cells, records_of(r, p), open, closed);
    if (is_load(p->kind))
        iq_ptx_cpu()->copies_end(r, &cells, r->q, open, closed);
    return true;
}

static bool are_in_one_group(const struct iq_ptx_race *r, uint32_t thread, uint32_t lanes)
{
    const uint32_t *groups = r->async ? r->async->groups[ASYNC_OF_COPIES] : NULL;
    bool same = true;
    for (uint32_t l = 1; groups && l < lanes; l++)
        same &= groups[thread + l] == groups[thread];
    return same;
}

bool iq_ptx_async_begin_run(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                            uint32_t lanes, uint32_t at, uint32_t size)
{
    const struct iq_ptx_block *b = w->block;
    struct iq_ptx_race *r = b->race;
    uint32_t thread = w->index * IQ_PTX_LANES + lane;
    if (!r || !r->shared)
        return true;
    struct pending p = { .at = at,
                         .size = size,
                         .lanes = lanes,
                         .who = iq_ptx_race_who(w, i, thread, RACE_PLAIN),
                         .barrier = NO_BARRIER,
                         .kind = ASYNC_COPY };
    if (!are_in_one_group(r, thread, lanes))
        return false;
    iq_ptx_race_write_near(b, at, end_of(&p));
    p.group = r->async ? r->async->groups[ASYNC_OF_COPIES][thread] : 0;
    struct iq_ptx_race_cells cells = cells_of(r, &p);
    return iq_ptx_cpu()->copies_begin(r, &cells, iq_ptx_race_record(RACE_PENDING, p.who)) &&
           (add(r, w->index, &p) || settle(r, &p, 0));
}

static void shrink(struct iq_ptx_race *r, uint32_t warp, uint32_t count)
{
    struct copy_list *list = &r->async->of[warp];
    if (count == list->count)
        return;
    list->count = count;
    list->reach = IQ_PTX_RACE_NOWHERE;
    for (uint32_t k = 0; k < count; k++)
        iq_ptx_race_extend(&list->reach, list->items[k].at, end_of(&list->items[k]));
    if (!count)
        r->waits &= ~(1u << warp);
    bound_pending(r);
}

void iq_ptx_async_commit(struct iq_warp *w, enum iq_ptx_async_class of)
{
    struct iq_ptx_race *r = w->block->race;
    if (!r || !r->async)
        return;
    uint32_t *groups = &r->async->groups[of][w->index * IQ_PTX_LANES];
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        groups[l] += w->mask >> l & 1;
}

/* Each lane of a run by itself, the others at the end of the list.  Without memory they settle. */
static void part(struct iq_ptx_race *r, uint32_t warp, uint32_t at)
{
    struct pending one = r->async->of[warp].items[at];
    uint32_t lanes = one.lanes;
    one.lanes = r->async->of[warp].items[at].lanes = 1;
    for (uint32_t l = 1; l < lanes; l++) {
        one.at += one.size;
        one.who++;
        if (!add(r, warp, &one))
            settle(r, &one, 0);
    }
}

/* Of the warp's lanes those whose last group is behind [group]. */
static uint32_t lanes_behind(const struct iq_ptx_async *a, uint32_t warp,
                             enum iq_ptx_async_class of, uint64_t group)
{
    const uint32_t *last = a->groups[of] + warp * IQ_PTX_LANES;
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        lanes |= (uint32_t)(group < last[l]) << l;
    return lanes;
}

/* The lanes wait for what they have begun before their last [left] groups. */
void iq_ptx_async_wait(struct iq_warp *w, enum iq_ptx_async_class of, uint32_t left, bool all)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t kept = 0, over = UINT32_MAX;
    uint64_t known = UINT64_MAX; /* group that [over] is of: copies of one group stand together */
    if (!r || !(r->waits >> w->index & 1))
        return;
    struct copy_list *list = &r->async->of[w->index];
    for (uint32_t k = 0; k < list->count; k++) {
        const struct pending *p = &list->items[k];
        uint32_t first = thread_of(p) % IQ_PTX_LANES, lanes = (2u << (p->lanes - 1)) - 1;
        uint64_t group = (uint64_t)p->group + left;
        if (!all && group != known)
            over = lanes_behind(r->async, w->index, of, known = group);
        uint32_t done =
            class_of(p) == of && p->kind != ASYNC_TO_SHARED ? over & w->mask & lanes << first : 0;
        if (done && done != lanes << first) {
            part(r, w->index, k);
            done &= 1u << first;
        }
        if (done)
            settle(r, &list->items[k], r->now);
        else
            list->items[kept++] = list->items[k];
    }
    shrink(r, w->index, kept);
}

void iq_ptx_async_attach(struct iq_warp *w, uint32_t lane, enum iq_ptx_async_kind kind, uint32_t at)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t phase, thread = w->index * IQ_PTX_LANES + lane;
    if (!(r->waits >> w->index & 1))
        return;
    bool known = iq_ptx_race_phase_number(r, at, &phase);
    struct copy_list *list = &r->async->of[w->index];
    for (uint32_t k = 0; k < list->count; k++) {
        if (thread - thread_of(&list->items[k]) >= list->items[k].lanes)
            continue;
        if (list->items[k].kind != kind || list->items[k].barrier != NO_BARRIER)
            continue;
        if (list->items[k].lanes > 1)
            part(r, w->index, k--); /* again: the lane is one of those */
        else {
            list->items[k].barrier = at;
            list->items[k].phase = phase;
            if (!known) /* too many mbarriers to tell when */
                settle(r, &list->items[k], 0);
        }
    }
}

/* Those who come here later know by the mbarrier's clock, others by whoever has passed. */
void iq_ptx_async_pass(struct iq_warp *w, uint32_t at)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t phase;
    if (!r->waits || !iq_ptx_race_phase_number(r, at, &phase))
        return;
    for (uint32_t m = r->waits; m; m &= m - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(m), kept = 0;
        struct copy_list *list = &r->async->of[warp];
        for (uint32_t k = 0; k < list->count; k++)
            if (list->items[k].barrier == at && list->items[k].phase != phase)
                settle(r, &list->items[k], r->now);
            else
                list->items[kept++] = list->items[k];
        if (kept != list->count)
            iq_ptx_race_phase_learn(w, at, warp);
        shrink(r, warp, kept);
    }
}

/* Copies of one thread do not wait for each other, which is its own affair. */
bool iq_ptx_async_is_own(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t at, uint32_t size,
                         const struct iq_ptx_touch *now, uint32_t cell)
{
    const struct iq_ptx_race *r = w->block->race;
    const uint64_t mine = WHO_THREAD | 7u << WHO_KIND; /* copies are plain */
    bool stores = r->w[cell] >> 32 == RACE_PENDING && (r->w[cell] & mine) == now->thread,
         loads =
             now->write && r->r[cell] >> 32 == RACE_PENDING && (r->r[cell] & mine) == now->thread;
    if ((!stores && !loads) || iq_ptx_is_copy(i->exec))
        return false;
    uint32_t who = (uint32_t)(stores ? r->w[cell] : r->r[cell]);
    struct iq_ptx_touch before = { .thread = now->thread,
                                   .time = RACE_PENDING,
                                   .pc = who >> WHO_PC,
                                   .block = now->block,
                                   .write = stores };
    iq_ptx_race_tell(w, i, at, size, now->thread % IQ_PTX_LANES, IQ_PTX_SHARED, now, &before);
    return true;
}

void iq_ptx_async_meet(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                       uint32_t size, uint32_t flags)
{
    struct iq_ptx_race *r = w->block->race;
    const struct copy_list *mine = &r->async->of[w->index];
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = iq_ptx_first_lane(m), at = (uint32_t)(addr[lane] + i->imm);
        if (at >= mine->reach.high || at + size <= mine->reach.low)
            continue;
        struct iq_ptx_touch now = { .thread = w->index * IQ_PTX_LANES + lane,
                                    .kind = iq_ptx_race_kind(i, flags),
                                    .time = r->now,
                                    .pc = (uint32_t)(i - w->block->program->insns),
                                    .block = (uint32_t)w->block->index,
                                    .write = flags & ACCESS_WRITE };
        for (uint32_t c = at >> r->cell_shift; c <= (at + size - 1) >> r->cell_shift; c++)
            if (iq_ptx_async_is_pending(&r->lines[c / 16])) {
                iq_ptx_race_open_line(r, c);
                if (iq_ptx_async_is_own(w, i, at, size, &now, c))
                    break;
            }
    }
}

void iq_ptx_async_forget(struct iq_ptx_race *r)
{
    for (uint32_t m = r->waits; m; m &= m - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(m);
        for (uint32_t k = 0; k < r->async->of[warp].count; k++)
            settle(r, &r->async->of[warp].items[k], 0);
        shrink(r, warp, 0);
    }
    if (r->async)
        memset(r->async->groups, 0, sizeof r->async->groups);
}

void iq_ptx_async_destroy(struct iq_ptx_async *async)
{
    for (uint32_t k = 0; async && k < RACE_WARPS; k++)
        free(async->of[k].items);
    free(async);
}

/* mod: see COPY_GROUP_*. */
IQ_PTX_COLD(copy_group)
{
    enum iq_ptx_async_class of = i->mod & COPY_GROUP_MATRIX ? ASYNC_OF_MATRICES
                                 : i->mod & COPY_GROUP_BULK ? ASYNC_OF_BULK
                                                            : ASYNC_OF_COPIES;
    if (!(i->mod & COPY_GROUP_WAIT) || i->mod & COPY_GROUP_ALL)
        iq_ptx_async_commit(w, of);
    if (i->mod & COPY_GROUP_WAIT)
        iq_ptx_async_wait(w, of, i->mod >> COPY_GROUP_LEFT, i->mod & COPY_GROUP_ALL);
    return i + 1;
}
