/* Races: which accesses collide, how they are reported, and cells of shared memory one access at a
 * time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/async.h"
#include "ptx/cold.h"
#include "ptx/exec_cold.h"
#include "ptx/foreign.h"
#include "ptx/isa.h"
#include "ptx/late.h"
#include "ptx/race.h"
#include "ptx/reads.h"

/* NEARLY_SAME: numbers differ by that part of them at most. */
enum { REPORTED_ENOUGH = 1 << 13, NEARLY_SAME = 1024 };

/* ---- life ---- */

static bool cells_init(struct iq_ptx_race *r, size_t count)
{
    size_t each = (count + 15 + 64) & ~(size_t)15;
    uint64_t *at = aligned_alloc(64, 3 * each * sizeof *at);
    if (!at)
        return false;
    memset(at, 0, 3 * each * sizeof *at);
    r->w = at;
    r->r = at + each;
    r->q = at + 2 * each;
    r->lines = calloc(each / 16, sizeof *r->lines);
    r->reads = calloc(1, sizeof *r->reads);
    if (!r->lines || !r->reads)
        return false;
    r->reads->pending = IQ_PTX_RACE_NOWHERE;
    iq_ptx_race_forget_reads(r);
    return true;
}

struct iq_ptx_race *iq_ptx_race_create(const struct iq_ptx_block *b)
{
    const struct iq_ptx_env *env = b->env;
    const struct iq_ptx_program *p = b->program;
    bool shared = env->watch_shared_races && b->shared_bytes && b->thread_count > 1,
         global = env->watch_races && (p->writes || p->writes_surfaces);
    if (!env->race || !(shared || global))
        return NULL;
    struct iq_ptx_race *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->shared = shared;
    r->global = global;
    r->cell_shift = p->narrow_shared ? 0 : 2;
    for (uint32_t lines = b->launch->desc.block[0] / 16; lines > 1 && r->span_log < RACE_SPAN_MOST;
         lines /= 2)
        r->span_log++;
    r->span_log = r->span_log < RACE_SPAN_LEAST ? 0 : r->span_log;
    r->now = 1;
    r->late = global ? iq_ptx_late_create(b->launch->owners) : NULL;
    if ((global && !r->late) || (shared && !cells_init(r, b->shared_bytes >> r->cell_shift))) {
        iq_ptx_race_destroy(r);
        return NULL;
    }
    /* lanes of a warp run in step, as such code may expect */
    if (p->module->target_sm && p->module->target_sm < 70)
        for (uint32_t k = 0; k < RACE_WARPS; k++)
            r->sync[k] = RACE_LAST_TIME;
    return r;
}

void iq_ptx_race_destroy(struct iq_ptx_race *r)
{
    if (!r)
        return;
    for (uint32_t k = 0; k < RACE_WARPS; k++)
        free(r->lanes[k]);
    iq_ptx_async_destroy(r->async);
    iq_ptx_foreign_destroy(r->foreign);
    iq_ptx_late_destroy(r->late);
    free(r->phases);
    free(r->reads);
    free(r->lines);
    free(r->w);
    free(r);
}

static void expand(uint64_t *cells, uint64_t row, uint32_t shift)
{
    for (uint32_t k = 0; k < 16; k++)
        cells[k] = row + (k >> shift);
}

void iq_ptx_race_split_line(struct iq_ptx_race *r, uint32_t cell)
{
    struct iq_ptx_race_line *line = &r->lines[cell / 16];
    uint32_t at = cell & ~15u;
    line->split = iq_ptx_async_is_pending(line) ? RACE_LINE_PINNED : 1;
    expand(r->w + at, line->w, line->w_shift);
    expand(r->r + at, line->r, line->r_shift);
    expand(r->q + at, line->q, line->q_shift);
}

/* ---- judging ---- */

uint32_t iq_ptx_race_kind(const struct iq_ptx_insn *i, uint32_t flags)
{
    if (flags & ACCESS_ATOMIC)
        return i->exec == X_atom && i->mod & ATOM_CTA ? RACE_ATOMIC_CTA : RACE_ATOMIC;
    uint32_t sem = iq_ptx_is_plain_access(i->exec) ? i->o[5] & SEM_MASK : SEM_WEAK;
    return sem == SEM_WEAK ? RACE_PLAIN : sem == SEM_VOLATILE ? RACE_VOLATILE : RACE_STRONG;
}

bool iq_ptx_race_collides(const struct iq_warp *w, const struct iq_ptx_touch *now,
                          const struct iq_ptx_touch *before, bool shared)
{
    const struct iq_ptx_touch *writer = now->write ? now : before,
                              *other = now->write ? before : now;
    if (!now->write && !before->write)
        return false;
    if (now->kind && before->kind) {
        if (now->block != before->block)
            return now->kind == RACE_ATOMIC_CTA || before->kind == RACE_ATOMIC_CTA;
        /* volatile accesses of lanes that run together: their order is an assumption */
        return shared && now->kind == RACE_VOLATILE && before->kind == RACE_VOLATILE &&
               before->thread / 32 == w->index && w->mask >> before->thread % 32 & 1;
    }
    if (!shared && !other->write) /* flags and guesses in global memory: one side cares */
        return !(writer->kind >= RACE_ATOMIC && !other->kind) && !(other->kind && !writer->kind);
    return true;
}

uint32_t iq_ptx_race_stored(const struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                            uint8_t *to)
{
    if (iq_ptx_is_surface_store(i))
        return iq_ptx_surface_stored(w, i, lane, to);
    if (!iq_ptx_is_plain_store(i->exec))
        return 0;
    uint32_t size = iq_ptx_element_bytes(i->exec), count = iq_ptx_element_count(i->exec),
             cell = iq_ptx_register_bytes(size);
    for (uint32_t k = 0; k < count; k++)
        memcpy(to + k * size, IQ_PTX_REG(const uint8_t, w, i->o[k + 1]) + lane * cell, size);
    return size * count;
}

static bool is_close(double one, double other)
{
    double larger = fabs(one) > fabs(other) ? fabs(one) : fabs(other);
    return fabs(one - other) * NEARLY_SAME <= larger;
}

/* Do two elements hold the same number, but for how it was rounded?  Whole numbers, if not very
 * large, and addresses are no normal floating-point numbers. */
static bool is_same_number(const uint8_t *one, const uint8_t *other, uint32_t bytes)
{
    float f[2];
    double d[2];
    if (!memcmp(one, other, bytes))
        return true;
    if (bytes == sizeof *f) {
        memcpy(&f[0], one, bytes);
        memcpy(&f[1], other, bytes);
        return isnormal(f[0]) && isnormal(f[1]) && is_close(f[0], f[1]);
    }
    if (bytes != sizeof *d)
        return false;
    memcpy(&d[0], one, bytes);
    memcpy(&d[1], other, bytes);
    return isnormal(d[0]) && isnormal(d[1]) && is_close(d[0], d[1]);
}

static bool are_same_numbers(const uint8_t *some, const uint8_t *others, uint32_t size,
                             uint32_t each)
{
    uint32_t at = 0;
    while (at < size && is_same_number(some + at, others + at, each))
        at += each;
    return at >= size;
}

/* Does the write of [lane] leave the bytes as they are, or as [before], of the same instruction,
 * writes them?  Of lanes that store their common result one is as right as the other, if they have
 * rounded it in different ways. */
static bool is_same_value(const struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t size,
                          uint32_t lane, const void *memory, const struct iq_ptx_touch *before)
{
    uint8_t mine[16], theirs[16];
    uint32_t other = before->thread % 32, n = iq_ptx_race_stored(w, i, lane, mine);
    if (n != size)
        return false;
    bool together = before->pc == (uint32_t)(i - w->block->program->insns) &&
                    before->time == w->block->race->now && before->thread / 32 == w->index &&
                    before->block == (uint32_t)w->block->index && w->mask >> other & 1;
    if (together && IQ_PTX_REG(const uint64_t, w, i->o[0])[other] ==
                        IQ_PTX_REG(const uint64_t, w, i->o[0])[lane])
        return iq_ptx_race_stored(w, i, other, theirs) == n &&
               are_same_numbers(mine, theirs, n, iq_ptx_element_bytes(i->exec));
    return !memcmp(mine, memory, size);
}

static void place(const struct iq_ptx_block *b, uint32_t block, uint32_t thread,
                  struct iq_ptx_access *a)
{
    const uint32_t *grid = b->launch->desc.grid, *dim = b->launch->desc.block;
    a->block[0] = block % grid[0];
    a->block[1] = block / grid[0] % grid[1];
    a->block[2] = block / grid[0] / grid[1];
    a->thread[0] = thread % dim[0];
    a->thread[1] = thread / dim[0] % dim[1];
    a->thread[2] = thread / dim[0] / dim[1];
}

/* The variable of the program that holds an offset of shared memory. */
static void name_variable(const struct iq_ptx_program *p, struct iq_ptx_access *a, uint32_t at)
{
    const struct iq_ptx_module_private *m = p->module->private;
    for (uint32_t k = 0; k < m->global_count; k++) {
        uint32_t from = p->shared_offset[k];
        if (m->globals[k].pub.space != IQ_PTX_SHARED || from == UINT32_MAX || at < from ||
            (m->globals[k].pub.size && at - from >= m->globals[k].pub.size) ||
            (a->variable && from < a->variable_at))
            continue;
        a->variable = m->globals[k].pub.name;
        a->variable_at = from;
        a->variable_size = (uint32_t)m->globals[k].pub.size;
    }
}

void iq_ptx_race_tell(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                      uint32_t lane, enum iq_ptx_space space, const struct iq_ptx_touch *now,
                      const struct iq_ptx_touch *before)
{
    struct iq_ptx_block *b = w->block;
    uint32_t *reported = &b->launch->reported[now->pc % 256];
    if (__atomic_load_n(reported, __ATOMIC_RELAXED) >= REPORTED_ENOUGH)
        return;
    __atomic_add_fetch(reported, 1, __ATOMIC_RELAXED);
    struct iq_ptx_conflict c = {
        .now = iq_ptx_memory_describe(
            w, i, space == IQ_PTX_SHARED ? IQ_PTX_SHARED_BASE + addr : addr, size, lane, space)
    };
    c.now.write = now->write;
    c.now.atomic = now->kind >= RACE_ATOMIC;
    if (space == IQ_PTX_SHARED)
        name_variable(b->program, &c.now, (uint32_t)addr);
    c.before = c.now;
    c.before.write = before->write;
    c.before.atomic = before->kind >= RACE_ATOMIC;
    c.before.pc = before->pc == RACE_NO_PC ? UINT32_MAX : before->pc;
    place(b, before->block, before->thread, &c.before);
    c.same_block = now->block == before->block;
    c.same_warp = c.same_block && now->thread / 32 == before->thread / 32;
    c.is_volatile = now->kind == RACE_VOLATILE && before->kind == RACE_VOLATILE;
    c.block_scope = now->kind == RACE_ATOMIC_CTA || before->kind == RACE_ATOMIC_CTA;
    c.pending = before->time == RACE_PENDING;
    c.copying = iq_ptx_is_copy(i->exec);
    c.asked = !c.same_block && b->race->clock[w->index].heard;
    b->env->race(b->env->ctx, &c);
}

/* ---- shared memory, one access of one lane ---- */

struct shared_access {
    struct iq_warp *w;
    const struct iq_ptx_insn *i;
    uint32_t at, size, lane;
    struct iq_ptx_touch now;
    bool reported, same;
};

/* A plain read with an atomic operation close after it asks whether that is worth while: if (*p >
 * x) atomicMin(p, x). */
static bool is_guess(const struct iq_ptx_program *p, uint32_t pc)
{
    enum { CLOSE = 24 };
    for (uint32_t k = pc + 1; k < p->insn_count && k <= pc + CLOSE; k++) {
        const struct iq_ptx_insn *i = &p->insns[k];
        if (i->exec == X_bar || i->exec == X_bar_warp || i->exec == X_ret || i->exec == X_exit)
            return false;
        if (i->exec == X_atom && !(i->mod & ATOM_GLOBAL))
            return true;
    }
    return false;
}

static bool is_only_guess(const struct iq_warp *w, const struct iq_ptx_touch *now,
                          const struct iq_ptx_touch *before)
{
    const struct iq_ptx_touch *reader = now->write ? before : now,
                              *other = now->write ? now : before;
    return !reader->write && !reader->kind && other->kind >= RACE_ATOMIC &&
           reader->pc != RACE_NO_PC && is_guess(w->block->program, reader->pc);
}

/* Has nobody written the cell since the block began?  Then it holds no value that a write could
 * leave as it is. */
static bool is_fresh(const struct iq_ptx_race *r, uint32_t cell)
{
    return r->base == r->begun && r->w[cell] <= iq_ptx_race_until(r->base);
}

static void meet_foreign(struct shared_access *a, uint32_t cell, bool written)
{
    struct iq_ptx_touch before;
    if (!iq_ptx_foreign_meet(a->w, &a->now, cell, written, &before))
        return;
    if (a->now.write && !is_fresh(a->w->block->race, cell) &&
        is_same_value(a->w, a->i, a->size, a->lane, a->w->block->shared + a->at, &before))
        return;
    if (!a->reported)
        iq_ptx_race_tell(a->w, a->i, a->at, a->size, a->lane, IQ_PTX_SHARED, &a->now, &before);
    a->reported = true;
}

/* Judges against one record of a cell. */
static void meet_record(struct shared_access *a, uint32_t cell, uint64_t record, bool written)
{
    uint32_t time = (uint32_t)(record >> 32), who = (uint32_t)record;
    struct iq_ptx_touch before = { .thread = who & WHO_THREAD,
                                   .kind = who >> WHO_KIND & 7,
                                   .time = time,
                                   .pc = who >> WHO_PC,
                                   .block = a->now.block,
                                   .write = written };
    if (before.kind == RACE_FOREIGN) {
        meet_foreign(a, cell, written);
        return;
    }
    if (before.thread == a->now.thread ||
        iq_ptx_race_is_ordered(a->w, a->now.thread, time, before.thread) ||
        !iq_ptx_race_collides(a->w, &a->now, &before, true))
        return;
    if ((!a->now.write && who & WHO_SAME) || is_only_guess(a->w, &a->now, &before))
        return;
    if (a->now.write && !a->now.kind && !is_fresh(a->w->block->race, cell) &&
        is_same_value(a->w, a->i, a->size, a->lane, a->w->block->shared + a->at, &before)) {
        a->same |= written;
        return;
    }
    if (!a->reported)
        iq_ptx_race_tell(a->w, a->i, a->at, a->size, a->lane, IQ_PTX_SHARED, &a->now, &before);
    a->reported = true;
}

/* Is the last write of the cell a plain one of [thread], with no synchronisation since?  Then an
 * atomic operation of its own does not take its place: whoever races with that races with the plain
 * write, too, and with others' atomic operations only the plain write does. */
static bool is_own_plain_write(const struct iq_ptx_race *r, uint32_t cell, uint32_t thread)
{
    uint64_t w = r->w[cell];
    return w >> 32 == r->now && (w & WHO_THREAD) == thread && !(w >> WHO_KIND & 7) &&
           !(w & WHO_SAME);
}

/* A plain write of cells that nobody has used since the last barrier, the commonest. */
static bool note_first_write(struct iq_ptx_race *r, const struct iq_ptx_insn *i, uint32_t first,
                             uint32_t end, uint64_t mine)
{
    uint64_t base = iq_ptx_race_until(r->base);
    bool used = false, pinned = false;
    for (uint32_t c = first; c < end; c++) {
        iq_ptx_race_open_line(r, c);
        pinned |= r->lines[c / 16].split == RACE_LINE_PINNED;
        used |= (r->w[c] > base) | (r->r[c] > base) | (r->q[c] > base);
    }
    if (used || (pinned && !iq_ptx_is_copy(i->exec)))
        return false;
    for (uint32_t c = first; c < end; c++)
        r->w[c] = mine;
    return true;
}

void iq_ptx_race_shared_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t at,
                            uint32_t size, uint32_t lane, uint32_t flags)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t kind = iq_ptx_race_kind(i, flags), thread = w->index * IQ_PTX_LANES + lane;
    if (kind && !(flags & ACCESS_PHASE))
        iq_ptx_race_strong(w);
    iq_ptx_race_note_reads(w->block);
    r->reads->atomics_only = false;
    if (flags & ACCESS_WRITE)
        iq_ptx_race_write_near(w->block, at, at + size);
    uint32_t who = iq_ptx_race_who(w, i, thread, kind),
             end = (at + size + (1u << r->cell_shift) - 1) >> r->cell_shift;
    if (flags & ACCESS_WRITE && !kind &&
        note_first_write(r, i, at >> r->cell_shift, end, iq_ptx_race_record(r->now, who)))
        return;
    struct shared_access a = {
        w,     i,    at,
        size,  lane, { thread, kind, r->now, 0, (uint32_t)w->block->index, flags & ACCESS_WRITE },
        false, false
    };
    uint64_t base = iq_ptx_race_until(r->base);
    a.now.pc = who >> WHO_PC;
    for (uint32_t c = at >> r->cell_shift; c < end; c++) {
        iq_ptx_race_open_line(r, c);
        a.reported |= !a.reported && r->lines[c / 16].split == RACE_LINE_PINNED &&
                      iq_ptx_async_is_own(w, i, at, size, &a.now, c);
        if (r->w[c] > base)
            meet_record(&a, c, r->w[c], true);
        if (a.now.write && r->r[c] > base)
            meet_record(&a, c, r->r[c], false);
        if (a.now.write && r->q[c] > base)
            meet_record(&a, c, r->q[c], false);
        if (a.now.write && kind && is_own_plain_write(r, c, thread))
            continue;
        if (a.now.write)
            r->w[c] = iq_ptx_race_record(r->now, who | (a.same ? WHO_SAME : 0));
        else
            iq_ptx_race_note_read(r, c, iq_ptx_race_record(r->now, who), base);
    }
}

/* A word of shared memory, one cell: may an atomic access of [thread] go on without asking
 * further? */
static bool is_quiet(const struct iq_ptx_race *r, uint32_t cell, uint32_t thread, uint64_t base)
{
    uint64_t w = r->w[cell], reader = r->r[cell], other = r->q[cell];
    return (w <= base || (w >> WHO_KIND & 7) >= RACE_ATOMIC ||
            ((w & WHO_THREAD) == thread && !is_own_plain_write(r, cell, thread))) &&
           (reader <= base || (reader & WHO_THREAD) == thread) &&
           (other <= base || (other & WHO_THREAD) == thread);
}

/* May the atomic words of all lanes be noted without asking further? */
static bool are_quiet(const struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr)
{
    struct iq_ptx_race *r = w->block->race;
    uint64_t base = iq_ptx_race_until(r->base);
    bool quiet = true;
    iq_ptx_race_write_near(w->block, 0, UINT32_MAX);
    for (uint32_t m = w->mask; m && quiet; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m), cell = (uint32_t)(addr[l] + i->imm) >> 2;
        iq_ptx_race_open_line(r, cell);
        quiet = is_quiet(r, cell, w->index * IQ_PTX_LANES + l, base);
    }
    return quiet;
}

bool iq_ptx_race_shared_atomics(struct iq_warp *w, const struct iq_ptx_insn *i,
                                const uint64_t *addr)
{
    struct iq_ptx_race *r = w->block->race;
    if (r->cell_shift != 2 || r->waits ||
        (!(r->reads->atomics_only && !r->async) && !are_quiet(w, i, addr)))
        return false;
    r->reads->written_low = 0;
    r->reads->written_high = UINT32_MAX;
    iq_ptx_race_strong(w);
    uint64_t mine = iq_ptx_race_record(
        r->now, iq_ptx_race_who(w, i, w->index * IQ_PTX_LANES, iq_ptx_race_kind(i, ACCESS_ATOMIC)));
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m), cell = (uint32_t)(addr[l] + i->imm) >> 2;
        iq_ptx_race_open_line(r, cell);
        r->w[cell] = mine + l;
    }
    return true;
}
