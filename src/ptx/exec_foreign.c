/* See foreign.h. */
#include <stdlib.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/foreign.h"
#include "ptx/isa.h"
#include "ptx/reads.h"

/* time: of the block that made the access; 0: none. */
struct foreign_record {
    uint32_t block, time, who;
};

/* By cell. */
struct iq_ptx_foreign {
    uint32_t count, used; /* used: all records from here on are empty */
    struct foreign_cell {
        struct foreign_record w, r;
    } cells[];
};

static struct iq_ptx_foreign *prepare(struct iq_ptx_block *b)
{
    struct iq_ptx_race *r = b->race;
    uint32_t count = (b->shared_bytes >> r->cell_shift) + 1;
    if (r->foreign && r->foreign->count >= count)
        return r->foreign;
    free(r->foreign);
    r->foreign = calloc(1, sizeof *r->foreign + count * sizeof *r->foreign->cells);
    if (r->foreign)
        r->foreign->count = count;
    return r->foreign;
}

void iq_ptx_foreign_destroy(struct iq_ptx_foreign *foreign) { free(foreign); }

static bool is_marker(uint64_t record)
{
    return record >> 32 == RACE_PENDING && (record >> WHO_KIND & 7) == RACE_FOREIGN;
}

static uint64_t marker(void)
{
    return iq_ptx_race_record(RACE_PENDING, RACE_FOREIGN << WHO_KIND | WHO_THREAD);
}

/* Takes the marks of a cell away. */
static void clear(struct iq_ptx_race *r, uint32_t cell, bool written)
{
    struct foreign_cell *f = &r->foreign->cells[cell];
    uint64_t *all[] = { &r->w[cell], &r->r[cell], &r->q[cell] };
    for (uint32_t k = written ? 0 : 1; k < (written ? 1 : 3); k++)
        if (is_marker(*all[k]))
            *all[k] = 0;
    *(written ? &f->w : &f->r) = (struct foreign_record){ 0 };
}

void iq_ptx_foreign_forget(struct iq_ptx_race *r)
{
    for (uint32_t c = 0; r->foreign && c < r->foreign->used; c++) {
        clear(r, c, true);
        clear(r, c, false);
        r->lines[c / 16].split = 1;
    }
    if (r->foreign)
        r->foreign->used = 0;
}

/* Has what thread [who] of [block] did at [time] been made known to the warp? */
static bool is_known(const struct iq_warp *w, uint32_t block, uint32_t who, uint32_t time,
                     bool written)
{
    uint32_t heard = iq_ptx_race_heard_of(w, block);
    if (!written && w->block->race->clock[w->index].heard)
        return true; /* a flag publishes reads of global memory only */
    return heard && iq_ptx_news_is_told(w->block->launch, block, (who & WHO_THREAD) / IQ_PTX_LANES,
                                        time, written, heard);
}

static struct iq_ptx_touch touch_of(const struct foreign_record *record, bool written)
{
    return (struct iq_ptx_touch){ .thread = record->who & WHO_THREAD,
                                  .time = record->time,
                                  .pc = record->who >> WHO_PC,
                                  .block = record->block,
                                  .write = written };
}

bool iq_ptx_foreign_meet(struct iq_warp *w, const struct iq_ptx_touch *now, uint32_t cell,
                         bool written, struct iq_ptx_touch *before)
{
    struct iq_ptx_race *r = w->block->race;
    if (!r->foreign || cell >= r->foreign->count)
        return false;
    struct foreign_cell *f = &r->foreign->cells[cell];
    struct foreign_record record = written ? f->w : f->r;
    clear(r, cell, written);
    *before = touch_of(&record, written);
    return record.time && !now->kind &&
           !is_known(w, record.block, record.who, record.time, written);
}

/* ---- an access of another block ---- */

struct visit {
    struct iq_warp *w;
    struct iq_ptx_block *peer;
    const struct iq_ptx_insn *i;
    uint32_t at, size, lane;
    struct iq_ptx_touch now;
    bool reported;
};

static void report(struct visit *v, const struct iq_ptx_touch *before)
{
    if (!v->reported)
        iq_ptx_race_tell(v->w, v->i, v->at, v->size, v->lane, IQ_PTX_SHARED, &v->now, before);
    v->reported = true;
}

/* What the block itself has done to the cell. */
static void meet_own(struct visit *v, uint64_t record, bool written)
{
    const struct iq_ptx_race *r = v->peer->race;
    uint32_t time = (uint32_t)(record >> 32), who = (uint32_t)record;
    struct foreign_record own = { (uint32_t)v->peer->index, time, who };
    if (time <= r->begun || time == RACE_PENDING || who >> WHO_KIND & 7 || who & WHO_SAME ||
        is_known(v->w, own.block, who, time, written))
        return;
    struct iq_ptx_touch before = touch_of(&own, written);
    report(v, &before);
}

/* What others have done, a third block perhaps. */
static void meet_visitor(struct visit *v, const struct foreign_record *record, bool written)
{
    if (!record->time || record->block == v->now.block ||
        is_known(v->w, record->block, record->who, record->time, written))
        return;
    struct iq_ptx_touch before = touch_of(record, written);
    report(v, &before);
}

/* Does a plain store leave the bytes as they are?  Then it is no race. */
static bool changes(const struct visit *v)
{
    uint8_t bytes[IQ_PTX_VECTOR_BYTES];
    uint32_t n = v->now.write ? iq_ptx_race_stored(v->w, v->i, v->lane, bytes) : 0;
    return !n || n != v->size || memcmp(bytes, v->peer->shared + v->at, n);
}

static void visit_cell(struct visit *v, uint32_t c)
{
    struct iq_ptx_race *r = v->peer->race;
    struct foreign_cell *f = &r->foreign->cells[c];
    bool write = v->now.write;
    iq_ptx_race_open_line(r, c);
    if (!write || changes(v)) {
        meet_own(v, r->w[c], true);
        meet_visitor(v, &f->w, true);
    }
    if (write) {
        meet_own(v, r->r[c], false);
        meet_own(v, r->q[c], false);
        meet_visitor(v, &f->r, false);
        clear(r, c, false);
        r->w[c] = r->r[c] = r->q[c] = 0;
    }
    *(write ? &f->w : &f->r) =
        (struct foreign_record){ v->now.block, v->now.time,
                                 iq_ptx_race_who(v->w, v->i, v->now.thread, RACE_PLAIN) };
    if (write)
        r->w[c] = marker();
    else
        *(r->r[c] >> 32 == RACE_PENDING ? &r->q[c] : &r->r[c]) = marker();
    r->lines[c / 16].split = RACE_LINE_PINNED;
    r->reads->atomics_only = false;
    r->foreign->used = c + 1 > r->foreign->used ? c + 1 : r->foreign->used;
}

static void forget_cells(struct iq_ptx_race *r, uint32_t first, uint32_t last)
{
    for (uint32_t c = first; c <= last; c++) {
        iq_ptx_race_open_line(r, c);
        r->w[c] = r->r[c] = r->q[c] = 0;
        if (r->foreign)
            r->foreign->cells[c] = (struct foreign_cell){ 0 };
    }
}

void iq_ptx_race_foreign(struct iq_warp *w, struct iq_ptx_block *peer, const struct iq_ptx_insn *i,
                         uint32_t at, uint32_t size, uint32_t lane, uint32_t flags)
{
    struct iq_ptx_race *r = peer->race;
    uint32_t kind = iq_ptx_race_kind(i, flags);
    bool write = flags & ACCESS_WRITE,
         may_be_flag = kind != RACE_PLAIN ||
                       (write && w->block->race->fence[w->index] > w->block->race->base);
    iq_ptx_race_note_reads(peer);
    uint32_t first = at >> r->cell_shift, last = (at + size - 1) >> r->cell_shift;
    bool watched = r->shared && !may_be_flag && iq_ptx_is_plain_access(i->exec) && prepare(peer);
    struct visit v = { w,
                       peer,
                       i,
                       at,
                       size,
                       lane,
                       { .thread = w->index * IQ_PTX_LANES + lane,
                         .time = w->block->race->now,
                         .pc = (uint32_t)(i - w->block->program->insns),
                         .block = (uint32_t)w->block->index,
                         .write = write },
                       false };
    for (uint32_t c = first; c <= last && watched; c++)
        visit_cell(&v, c);
    if (!watched && r->shared && write)
        forget_cells(r, first, last);
    if (may_be_flag)
        iq_ptx_race_join(w->block, peer);
}
