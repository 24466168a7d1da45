/* Races in global memory: what the lanes of a warp access is judged against what the table says,
 * and noted there.  See race_table.h for what can be said. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arch/arch.h"
#include "ptx/cold.h"
#include "ptx/exec_cold.h"
#include "ptx/late.h"
#include "ptx/owners.h"
#include "ptx/race_table.h"

enum { AHEAD = 8 /* lines: what the next warps will touch */ };

static struct race_table *table;

static bool prepare(void)
{
    struct race_table *none = NULL;
    if (__atomic_load_n(&table, __ATOMIC_ACQUIRE))
        return true;
    void *map = iq_ptx_race_map(sizeof *table, offsetof(struct race_table, lines));
    if (!map)
        return false;
    if (!__atomic_compare_exchange_n(&table, &none, map, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        munmap(map, sizeof *table);
    return true;
}

/* log2 of the bytes of a cell */
static uint32_t cell_shift(const struct iq_warp *w)
{
    return w->block->program->narrow_global ? 0 : 2;
}

static uint32_t line_tag(const struct iq_ptx_launch *l, uint64_t key)
{
    return l->number << 7 | (uint32_t)(key >> 36 & 127);
}

static struct race_line *line_at(uint64_t key) { return &table->lines[(key ^ key >> 20) % LINES]; }

/* Looks at records without their lock, on purpose: single words, all of them; the callers say why
 * old ones do no harm. */
#define UNLOCKED __attribute__((no_sanitize("thread")))

/* May be asked without the lock, of what has been so for a while.  Whoever looks at the records,
 * too, asks first: what they held for another launch is gone before the line is of this one. */
static UNLOCKED bool line_is_of(const struct race_line *line, const struct iq_ptx_launch *l,
                                uint64_t key)
{
    return __atomic_load_n(&line->tag, __ATOMIC_ACQUIRE) == line_tag(l, key) &&
           __atomic_load_n(&line->key, __ATOMIC_ACQUIRE) == (uint16_t)(key >> 20);
}

static UNLOCKED bool line_has_rows_only(const struct race_line *line)
{
    return !(line->own | line->writers.cells | line->readers.cells);
}

static struct race_line *line_take(const struct iq_ptx_launch *l, uint64_t key)
{
    struct race_line *line = line_at(key);
    uint32_t tag = line_tag(l, key);
    uint16_t rest = (uint16_t)(key >> 20);
    iq_ptx_race_lock(&line->lock);
    if (line->tag == tag && line->key == rest)
        return line;
    line_clear(line);
    __atomic_store_n(&line->key, rest, __ATOMIC_RELEASE);
    __atomic_store_n(&line->tag, tag, __ATOMIC_RELEASE);
    return line;
}

/* What is known of a cell that has no records of its own. */
static struct cell cell_of(const struct race_line *line, uint32_t k)
{
    const struct words *words = &table->words[line - table->lines];
    const struct lanes *w = &line->writers, *r = &line->readers;
    return (struct cell){ .w = w->cells >> k & 1
                                   ? (struct record){ w->time, words->writers[k], w->block }
                                   : of_row(&line->w, k, line->w_shift),
                          .r = r->cells >> k & 1
                                   ? (struct record){ r->time, words->readers[k], r->block }
                                   : of_row(&line->r, k, line->r_shift) };
}

struct access {
    struct iq_warp *w;
    const struct iq_ptx_insn *i;
    uint64_t addr;
    uint32_t size, lane;
    uint8_t bytes[IQ_PTX_VECTOR_BYTES]; /* of a plain store; size of them */
    struct iq_ptx_touch now;
    bool reported, same, store; /* a plain or surface store */
    bool kept;                  /* it was noted next to the write that it repeats */
    bool tells, asks;           /* others may look for it, or it looks for what they did */
    uint32_t stride; /* bytes of a lane in the register that is stored; 0: there are several */
    const uint8_t *memory; /* where the host has address 0 */
};

uint32_t iq_ptx_race_heard_of(const struct iq_warp *w, uint32_t block)
{
    const struct iq_ptx_race_clock *clock = &w->block->race->clock[w->index];
    const struct iq_ptx_cluster *c = w->block->cluster;
    for (uint32_t k = 0; clock->met > clock->heard && k < c->count; k++)
        if ((uint32_t)c->blocks[k]->index == block)
            return clock->met;
    return clock->heard;
}

/* Atomic and volatile accesses order themselves: whoever has made one since comes after them. */
static bool is_ordered(const struct iq_warp *w, uint32_t thread, const struct record *record,
                       bool written)
{
    uint32_t before = record->who & WHO_THREAD;
    uint32_t kind = record->who >> WHO_KIND & 7;
    uint32_t heard = w->block->race->clock[w->index].heard;
    if (kind && kind != RACE_ATOMIC_CTA && heard)
        return true;
    if (record->block == (uint32_t)w->block->index)
        return iq_ptx_race_is_ordered(w, thread, record->time, before);
    heard = iq_ptx_race_heard_of(w, record->block);
    return heard && iq_ptx_news_is_told(w->block->launch, record->block, before / IQ_PTX_LANES,
                                        record->time, written, heard);
}

/* One cell of an access: its records, what it holds, and the part of the access that lies in it. */
struct race_place {
    struct cell *cell;
    uint8_t *held;
    uint32_t from, bytes;
};

/* Was it a store that tells what it wrote?  Seen without the lock, it may be another kernel's. */
static inline bool leaves_bytes(const struct iq_warp *w, uint32_t who)
{
    const struct iq_ptx_program *program = w->block->program;
    uint32_t pc = who >> WHO_PC;
    return pc < program->insn_count && iq_ptx_stores_bytes(&program->insns[pc]);
}

/* Where the host has the byte at [addr], which the instruction is about to access. */
static inline const uint8_t *memory_of(const struct access *a, uint64_t addr)
{
    return (const uint8_t *)((uintptr_t)a->memory + addr);
}

/* Does the store leave the cell as the last write of it did? */
static bool is_same_value(const struct access *a, const struct race_place *p)
{
    const uint8_t *memory = memory_of(a, a->addr);
    bool stored = p->cell->w.time && leaves_bytes(a->w, p->cell->w.who);
    return a->store && !memcmp(a->bytes + p->from, stored ? p->held : memory + p->from, p->bytes);
}

static void meet_another(struct access *a, const struct race_place *p, const struct record *record,
                         bool written)
{
    struct iq_ptx_touch before = { .thread = record->who & WHO_THREAD,
                                   .kind = record->who >> WHO_KIND & 7,
                                   .time = record->time,
                                   .pc = record->who >> WHO_PC,
                                   .block = record->block,
                                   .write = written || repeats(record) };
    if (!iq_ptx_race_collides(a->w, &a->now, &before, false) ||
        is_ordered(a->w, a->now.thread, record, before.write))
        return;
    if (!a->now.write && record->who & WHO_SAME)
        return;
    if (a->now.write && !a->now.kind && is_same_value(a, p)) {
        a->same |= written;
        return;
    }
    if (!a->reported)
        iq_ptx_race_tell(a->w, a->i, a->addr, a->size, a->lane, IQ_PTX_GLOBAL, &a->now, &before);
    a->reported = true;
}

static inline bool is_of(const struct record *record, const struct access *a)
{
    return (record->who & WHO_THREAD) == a->now.thread && record->block == a->now.block;
}

static inline bool is_same_thread(const struct record *one, const struct record *other)
{
    return !((one->who ^ other->who) & WHO_THREAD) && one->block == other->block;
}

static inline void meet_record(struct access *a, const struct race_place *p,
                               const struct record *record, bool written)
{
    if (record->time && !is_of(record, a))
        meet_another(a, p, record, written);
}

/* Words, most of the time. */
static inline void hold(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    if (bytes == sizeof(uint32_t))
        memcpy(to, from, sizeof(uint32_t));
    else
        memcpy(to, from, bytes);
}

/* A strong read meets only writes that order themselves or set a flag: it takes no place that a
 * plain one may need. */
static inline bool is_flag_read(const struct access *a)
{
    return !a->now.write && (a->now.kind == RACE_VOLATILE || a->now.kind == RACE_STRONG);
}

/* A cell has two readers at most. */
static void note_read(const struct access *a, struct cell *c, const struct record *mine)
{
    if (is_flag_read(a))
        return;
    bool other =
        c->r.time && !is_of(&c->r, a) && !is_ordered(a->w, a->now.thread, &c->r, repeats(&c->r));
    *(other ? &c->q : &c->r) = *mine;
}

/* The write of another that [a] repeats: whoever reads sees the same, but a write of another value
 * may race with that one, too. */
static void note_repeated(struct cell *c)
{
    if (c->q.time && !repeats(&c->q)) /* readers first */
        return;
    c->q = c->w;
    c->q.who |= WHO_SAME;
}

static void touch_cell(struct access *a, const struct race_place *p, uint32_t who)
{
    struct cell *c = p->cell;
    /* a flag that a plain store has set */
    if (a->asks && c->w.time && c->w.block != a->now.block && !(c->w.who >> WHO_KIND & 7))
        a->w->block->race->ask_all = true;
    meet_record(a, p, &c->w, true);
    if (!a->now.write) {
        note_read(a, c, &(struct record){ a->now.time, who, a->now.block });
        return;
    }
    meet_record(a, p, &c->r, false);
    meet_record(a, p, &c->q, false);
    a->kept = who & WHO_SAME && !a->same && changes(&c->w);
    who |= a->same ? WHO_SAME : 0;
    if (a->same)
        note_repeated(c);
    if (a->kept)
        note_read(a, c, &(struct record){ a->now.time, who, a->now.block });
    else
        c->w = (struct record){ a->now.time, who, a->now.block };
    if (a->store)
        hold(p->held, a->bytes + p->from, p->bytes);
}

/* All but the bytes, which are many. */
static inline void begin(struct access *a, struct iq_warp *w, const struct iq_ptx_insn *i,
                         uint32_t size, uint32_t flags)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t kind = iq_ptx_race_kind(i, flags);
    bool write = flags & ACCESS_WRITE, store = write && iq_ptx_stores_bytes(i),
         one = store && i->exec != X_texture && iq_ptx_element_count(i->exec) == 1,
         flag = write && !kind && r->fenced >> w->index & 1;
    if (!write)
        r->read_at[w->index] = r->read_last = r->now;
    if (kind)
        iq_ptx_race_strong(w);
    else if (flag)
        iq_ptx_race_release(w);
    a->w = w;
    a->i = i;
    a->size = size;
    a->store = store;
    a->tells = write && (kind || flag);
    a->asks = kind && !store;
    a->stride = one ? iq_ptx_register_bytes(size) : 0;
    a->memory = (const uint8_t *)(uintptr_t)iq_ptx_range_of(w->block, i)->bias;
    a->now = (struct iq_ptx_touch){
        .kind = kind, .time = r->now, .block = (uint32_t)w->block->index, .write = write
    };
}

/* What the places of the lanes say to other blocks, and they to it. */
static __attribute__((noinline)) void note_flags(const struct access *a, const uint64_t *addr,
                                                 uint64_t offset, uint32_t mask)
{
    uint64_t last = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint64_t at = addr[iq_ptx_first_lane(m)] + offset;
        if (at != last)
            iq_ptx_race_note_flag(a->w, at, a->size, a->tells, a->asks);
        last = at;
    }
}

/* Takes the bytes that [lane] stores. */
static inline void take_bytes(struct access *a, uint32_t lane)
{
    if (a->stride)
        hold(a->bytes, IQ_PTX_REG(const uint8_t, a->w, a->i->o[1]) + lane * a->stride, a->size);
    else if (a->store)
        iq_ptx_race_stored(a->w, a->i, lane, a->bytes);
}

/* Does the store of lanes in a row, from [lane] on, leave all as it is?  Then whoever reads it
 * meanwhile reads the same. */
static inline uint32_t silent(const struct access *a, uint64_t addr, uint32_t lane, uint32_t bytes)
{
    return a->stride && a->size > 1 &&
                   !memcmp(memory_of(a, addr),
                           IQ_PTX_REG(const uint8_t, a->w, a->i->o[1]) + lane * a->stride, bytes)
               ? WHO_SAME
               : 0;
}

/* ---- spans ---- */

static struct span *span_at(uint64_t key) { return &table->spans[(key ^ key >> 17) % SPANS]; }

static union span_head span_head(const struct iq_ptx_launch *l, uint64_t key, bool split)
{
    return (union span_head){ { .split = split,
                                .key = (uint16_t)(key >> 17),
                                .tag = l->number << 7 | (uint32_t)(key >> 33 & 127) } };
}

static struct span *span_take(const struct iq_ptx_launch *l, uint64_t key)
{
    struct span *span = span_at(key);
    union span_head head = span_head(l, key, false);
    iq_ptx_race_lock(&span->head.lock);
    if (span->head.tag == head.tag && span->head.key == head.key)
        return span;
    head.lock = 1;
    span->w[0].lines = span->w[1].lines = span->r[0].lines = span->r[1].lines = 0;
    __atomic_store_n(&span->head.all, head.all, __ATOMIC_RELEASE);
    return span;
}

static struct record row_record(const struct rows *rows, uint32_t k)
{
    struct record record = rows->is;
    record.who += (uint32_t)(rows->first + (int32_t)(CELLS * k >> rows->shift));
    return record;
}

/* What was noted of its lines goes into them, all of a line at once: others look for it there from
 * then on. */
static void span_split(const struct iq_ptx_launch *l, struct span *span, uint64_t first_line,
                       uint32_t line_bytes)
{
    for (uint32_t m = span->w[0].lines | span->w[1].lines | span->r[0].lines | span->r[1].lines; m;
         m &= m - 1) {
        uint32_t k = iq_ptx_first_lane(m);
        struct race_line *line = line_take(l, first_line + k);
        if (!line_has_rows_only(line)) /* of a time before another span was here */
            line_clear(line);
        for (uint32_t n = 0; n < 4; n++) {
            const struct rows *rows = n < 2 ? &span->w[n] : &span->r[n - 2];
            if (!(rows->lines >> k & 1))
                continue;
            *(n < 2 ? &line->w : &line->r) = row_record(rows, k);
            if (n < 2) {
                line->w_shift = (uint8_t)rows->shift & 7;
                memcpy(table->held[line - table->lines],
                       table->span_held[span - table->spans] + k * line_bytes, line_bytes);
            } else {
                line->r_shift = (uint8_t)rows->shift & 7;
            }
        }
        iq_ptx_race_unlock(&line->lock);
    }
    span->head.split = 1;
}

/* [line] is about to be looked at.  A line that is in use already came out of its span. */
static void span_open(const struct iq_warp *w, uint64_t line)
{
    const struct iq_ptx_launch *l = w->block->launch;
    uint32_t log = w->block->race->span_log;
    uint64_t key = line >> log;
    if (!log || line_is_of(line_at(line), l, line) ||
        __atomic_load_n(&span_at(key)->head.all, __ATOMIC_ACQUIRE) == span_head(l, key, true).all)
        return;
    struct span *span = span_take(l, key);
    if (!span->head.split)
        span_split(l, span, key << log, CELLS << cell_shift(w));
    iq_ptx_race_unlock(&span->head.lock);
}

void iq_ptx_race_forget(struct iq_warp *w, uint64_t addr, uint64_t size)
{
    uint32_t shift = 4 + cell_shift(w);
    if (!size || !w->block->race || !w->block->race->global ||
        !__atomic_load_n(&table, __ATOMIC_ACQUIRE))
        return;
    iq_ptx_race_note_late(w->block);
    for (uint64_t key = addr >> shift, n = 0; key <= (addr + size - 1) >> shift && n < LINES;
         key++, n++) {
        span_open(w, key);
        struct race_line *line = line_take(w->block->launch, key);
        line_clear(line);
        iq_ptx_race_unlock(&line->lock);
        if (w->block->launch->owners)
            iq_ptx_owners_forget(w->block->launch->owners, key * CELLS, CELLS);
    }
}

void iq_ptx_race_take_over(const struct iq_ptx_launch *launch, uint64_t cell, uint32_t shift,
                           const struct iq_ptx_owner *owner, const uint8_t *held)
{
    struct race_line *line = line_take(launch, cell / CELLS);
    struct record record = { owner->time, owner->who, owner->block };
    uint32_t k = cell % CELLS;
    table->cells[line - table->lines].of[k] =
        owner->write ? (struct cell){ .w = record } : (struct cell){ .r = record };
    line->own |= (uint16_t)(1 << k);
    memcpy(table->held[line - table->lines] + (k << shift), held, 1u << shift);
    iq_ptx_race_unlock(&line->lock);
}

/* A cell without records of its own; it gets them if nothing less can say what is to be noted. */
static void touch_light(struct access *a, struct race_line *line, uint32_t k, struct race_place *p,
                        uint32_t who)
{
    struct words *words = &table->words[line - table->lines];
    struct cell cell = cell_of(line, k);
    p->cell = &cell;
    touch_cell(a, p, who);
    if (is_flag_read(a))
        return;
    if (!cell.q.time &&
        (a->now.write && !a->kept ? lanes_note(&line->writers, words->writers, k, &cell.w)
                                  : lanes_note(&line->readers, words->readers, k, &cell.r)))
        return;
    table->cells[line - table->lines].of[k] = cell;
    line->own |= (uint16_t)(1 << k);
}

static void touch(struct access *a, uint64_t addr, uint32_t lane)
{
    uint32_t shift = cell_shift(a->w), thread = a->w->index * IQ_PTX_LANES + lane;
    uint32_t who = iq_ptx_race_who(a->w, a->i, thread, a->now.kind);
    uint64_t key = addr >> (4 + shift);
    a->addr = addr;
    a->lane = lane;
    take_bytes(a, lane);
    a->reported = a->same = a->kept = false;
    a->now.thread = thread;
    a->now.pc = who >> WHO_PC;
    if (a->store && !memcmp(memory_of(a, addr), a->bytes, a->size))
        who |= WHO_SAME;
    uint32_t from = (uint32_t)(addr >> shift) % CELLS,
             to = from + ((a->size + (1u << shift) - 1) >> shift);
    if (a->w->block->launch->owners)
        iq_ptx_owners_open(a->w->block->launch->owners, addr >> shift, to - from, shift, a->memory);
    span_open(a->w, key);
    struct race_line *line = line_take(a->w->block->launch, key);
    for (uint32_t k = from; k < to && k < CELLS; k++) {
        struct race_place p = { &table->cells[line - table->lines].of[k],
                                table->held[line - table->lines] + (k << shift),
                                (k - from) << shift, 1u << shift };
        if (line->own >> k & 1)
            touch_cell(a, &p, who);
        else
            touch_light(a, line, k, &p, who);
    }
    iq_ptx_race_unlock(&line->lock);
}

/* What the lanes of an access have in common. */
struct common {
    struct race_table *table;
    uint32_t number, row;
};

/* May [mine] take the place of this record unseen?  Nobody's, its own thread's, or one of two
 * atomic operations that do not collide with each other. */
static inline bool yields(const struct record *record, const struct record *mine)
{
    return !record->time || is_same_thread(record, mine) ||
           ((record->who >> WHO_KIND & 7) == RACE_ATOMIC &&
            (mine->who >> WHO_KIND & 7) == RACE_ATOMIC);
}

/* The same of cells that have, or need, records of their own, which are [cell] on. */
static inline __attribute__((always_inline)) bool own_quick(const struct access *a,
                                                            struct race_line *line,
                                                            struct cell *cell, uint32_t cells,
                                                            uint32_t count, uint32_t who)
{
    struct record mine = { a->now.time, who, a->now.block };
    bool quiet = true;
    if (is_fresh(line, cells) && !is_flag_read(a)) {
        memset(cell, 0, count * sizeof *cell);
        line->own |= (uint16_t)cells;
    }
    if ((line->own & cells) != cells)
        return false;
    for (uint32_t n = 0; n < count; n++)
        quiet &= yields(&cell[n].w, &mine) && yields(&cell[n].r, &mine) && !cell[n].q.time;
    for (uint32_t n = 0; n < count && quiet && !is_flag_read(a); n++) {
        bool write = a->now.write && !(who & WHO_SAME && changes(&cell[n].w));
        *(write ? &cell[n].w : &cell[n].r) = mine;
    }
    return quiet;
}

/* The commonest: [count] cells that only this thread has used, if anybody.  False: none noted. */
static inline __attribute__((always_inline)) bool touch_quick(const struct access *a,
                                                              const struct common *all, uint64_t at,
                                                              uint32_t count, uint32_t shift,
                                                              uint32_t lane)
{
    uint64_t key = at >> (4 + shift), place = (key ^ key >> 20) % LINES;
    uint32_t k = (uint32_t)(at >> shift) % CELLS, cells = ((1u << count) - 1) << k,
             block = a->now.block;
    uint32_t same = silent(a, at, lane, count << shift), who = (all->row + lane) | same;
    struct race_line *line = &all->table->lines[place];
    struct words *words = &all->table->words[place];
    iq_ptx_race_lock(&line->lock);
    bool write = a->now.write && !(same && lanes_change(line, words->writers, k, count));
    struct lanes *lanes = write ? &line->writers : &line->readers;
    uint32_t *to = write ? words->writers : words->readers;
    bool known = line->tag == (all->number | (uint32_t)(key >> 36 & 127)) &&
                 line->key == (uint16_t)(key >> 20) && k + count <= CELLS;
    bool quiet = known && !(line->own & cells) &&
                 is_quiet(&line->writers, &line->w, words->writers, k, count, cells, who, block) &&
                 is_quiet(&line->readers, &line->r, words->readers, k, count, cells, who, block) &&
                 (!lanes->cells || (lanes->time == a->now.time && lanes->block == block));
    if (quiet && !is_flag_read(a)) {
        lanes->time = a->now.time;
        lanes->block = block;
        lanes->cells |= (uint16_t)cells;
        for (uint32_t n = 0; n < count; n++)
            to[k + n] = who;
    }
    if (!quiet && known)
        quiet = own_quick(a, line, &all->table->cells[place].of[k], cells, count, who);
    if (quiet && a->store)
        memcpy(all->table->held[place] + (k << shift),
               IQ_PTX_REG(const uint8_t, a->w, a->i->o[1]) + lane * a->stride,
               (size_t)count << shift);
    iq_ptx_race_unlock(&line->lock);
    return quiet;
}

/* The lanes of [mask], whose places are [addr] + [offset]. */
static inline __attribute__((always_inline)) void touch_lanes(struct access *a,
                                                              const uint64_t *addr, uint64_t offset,
                                                              uint32_t mask, uint32_t count,
                                                              uint32_t shift)
{
    struct common all = { table, a->w->block->launch->number << 7,
                          iq_ptx_race_who(a->w, a->i, a->w->index * IQ_PTX_LANES, a->now.kind) };
    for (; mask; mask &= mask - 1) {
        uint32_t l = iq_ptx_first_lane(mask);
        if (!touch_quick(a, &all, addr[l] + offset, count, shift, l))
            touch(a, addr[l] + offset, l);
    }
}

/* Most accesses are of one cell or two; words and bytes are distinguished here so that they need
 * not be in the loops. */
static void touch_some(struct access *a, const uint64_t *addr, uint64_t offset, uint32_t mask)
{
    uint32_t shift = cell_shift(a->w), count = a->store && !a->stride ? 0 : a->size >> shift;
    switch (count << 2 | shift) {
    case 1 << 2 | 2: touch_lanes(a, addr, offset, mask, 1, 2); break;
    case 2 << 2 | 2: touch_lanes(a, addr, offset, mask, 2, 2); break;
    case 4 << 2 | 2: touch_lanes(a, addr, offset, mask, 4, 2); break;
    case 1 << 2: touch_lanes(a, addr, offset, mask, 1, 0); break;
    case 4 << 2: touch_lanes(a, addr, offset, mask, 4, 0); break;
    default:
        for (; mask; mask &= mask - 1)
            touch(a, addr[iq_ptx_first_lane(mask)] + offset, iq_ptx_first_lane(mask));
    }
}

void iq_ptx_race_global_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr,
                            uint32_t size, uint32_t lane, uint32_t flags)
{
    struct access a;
    if (!prepare())
        return;
    iq_ptx_race_settle(w->block);
    begin(&a, w, i, size, flags);
    if (a.tells | a.asks)
        iq_ptx_race_note_flag(w, addr, size, a.tells, a.asks);
    if (!iq_ptx_range_of(w->block, i)->atomic)
        touch(&a, addr, lane);
}

/* May [mine] of a whole row stand next to or in place of [record]? */
static bool passes(const struct access *a, const struct record *record, uint32_t shift,
                   const struct record *mine, uint32_t my_shift, bool written)
{
    if (!record->time)
        return true;
    if (record->block == mine->block && shift == my_shift &&
        (record->who & WHO_THREAD) == (mine->who & WHO_THREAD))
        return true;
    uint32_t last = (record->who & WHO_THREAD) + ((CELLS - 1) >> shift);
    struct record end = *record;
    end.who = (end.who & ~(uint32_t)WHO_THREAD) | last;
    written |= repeats(record);
    return last < 1024 && is_ordered(a->w, a->now.thread, record, written) &&
           is_ordered(a->w, a->now.thread, &end, written);
}

/* What lanes in a row, from [lane] on, leave in whole lines. */
static void hold_row(const struct access *a, uint8_t *held, uint32_t bytes, uint32_t lane)
{
    uint32_t element = iq_ptx_element_bytes(a->i->exec), count = iq_ptx_element_count(a->i->exec),
             lanes = bytes / a->size;
    if (count == 1 && element > 1) {
        memcpy(held, IQ_PTX_REG(const uint8_t, a->w, a->i->o[1]) + lane * element, bytes);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *from = IQ_PTX_REG(const uint8_t, a->w, a->i->o[k + 1]);
        if (element == 1)
            for (uint32_t l = 0; l < lanes; l++)
                held[l] = from[2 * (lane + l)];
        else if (element == 4)
            for (uint32_t l = 0; l < lanes; l++)
                memcpy(held + (l * count + k) * 4, from + (lane + l) * 4, 4);
        else
            for (uint32_t l = 0; l < lanes; l++)
                memcpy(held + (l * count + k) * 8, from + (lane + l) * 8, 8);
    }
}

/* Loops come back to what they have used, at the same time as before: then all has been said.
 * Looked at without the lock first: what another thread of the host changes meanwhile was this
 * block's until then, and it has seen that; a record of which half is new is none of this block, or
 * says what this block has said.  Of plain accesses only: others order what comes between them. */
static UNLOCKED inline bool is_known(const struct access *a, const struct record *record,
                                     const struct record *mine)
{
    uint32_t who = record->who;
    return record->time == mine->time && record->block == mine->block && !a->now.kind &&
           !((who ^ mine->who) & (WHO_SAME - 1)) && !(who & ~mine->who & WHO_SAME) &&
           (!a->now.write || who == mine->who || (a->store && leaves_bytes(a->w, who)));
}

/* What was used before is published to others by an atomic operation, which is no new time: they
 * may have written, or read, since. */
static UNLOCKED inline bool is_foreign(const struct access *a, const struct record *other)
{
    return other->time && other->block != a->now.block;
}

static UNLOCKED bool row_is_known(const struct access *a, const struct race_line *line,
                                  uint64_t key, const struct record *mine, uint32_t shift)
{
    bool write = a->now.write;
    return line_is_of(line, a->w->block->launch, key) &&
           is_known(a, write ? &line->w : &line->r, mine) &&
           (write ? line->w_shift : line->r_shift) == shift && line_has_rows_only(line) &&
           !is_foreign(a, write ? &line->r : &line->w);
}

/* What is stored is left under the lock: the line may have become another's. */
static bool row_again(const struct access *a, struct race_line *line, uint64_t key,
                      const struct record *mine, uint32_t shift, uint32_t lane)
{
    bool known = row_is_known(a, line, key, mine, shift);
    if (!known || !a->store)
        return known;
    iq_ptx_race_lock(&line->lock);
    known = row_is_known(a, line, key, mine, shift);
    if (known)
        hold_row(a, table->held[line - table->lines], a->size * (CELLS >> shift), lane);
    iq_ptx_race_unlock(&line->lock);
    return known;
}

/* A whole line by lanes in a row, from [lane] on. */
static bool touch_row(struct access *a, uint64_t key, uint32_t lane, uint32_t shift)
{
    uint32_t thread = a->w->index * IQ_PTX_LANES + lane;
    uint32_t same = silent(a, key << (4 + cell_shift(a->w)), lane, CELLS << cell_shift(a->w));
    struct record mine = { a->now.time, iq_ptx_race_who(a->w, a->i, thread, a->now.kind) | same,
                           a->now.block };
    struct race_line *line = line_at(key);
    if (row_again(a, line, key, &mine, shift, lane))
        return true;
    span_open(a->w, key);
    line = line_take(a->w->block->launch, key);
    a->now.thread = thread;
    bool done = line_has_rows_only(line) &&
                passes(a, &line->w, line->w_shift, &mine, shift, true) &&
                passes(a, &line->r, line->r_shift, &mine, shift, false);
    if (done && !is_flag_read(a)) {
        bool write = a->now.write && !(same && changes(&line->w));
        *(write ? &line->w : &line->r) = mine;
        if (write)
            line->w_shift = (uint8_t)shift & 7;
        else
            line->r_shift = (uint8_t)shift & 7;
        if (a->store)
            hold_row(a, table->held[line - table->lines], a->size * (CELLS >> shift), lane);
    }
    iq_ptx_race_unlock(&line->lock);
    return done;
}

/* Do the lanes from [lane] on, all in [mask], fill a whole line, in order? */
static bool is_row(uint32_t mask, const uint64_t *addr, uint64_t offset, uint32_t size,
                   uint32_t lane, uint32_t lanes, uint32_t bytes)
{
    uint64_t first = addr[lane], apart = (first + offset) & (bytes - 1);
    uint32_t need = lanes == 32 ? UINT32_MAX : ((1u << lanes) - 1) << lane;
    if (!lanes || lane + lanes > IQ_PTX_LANES || (mask & need) != need || apart)
        return false;
    for (uint32_t k = 1; k < lanes; k++)
        apart |= addr[lane + k] - first - (uint64_t)k * size;
    return !apart;
}

static bool others_pass(struct access *a, const struct rows *rows, const struct rows *mine,
                        bool written)
{
    bool pass = true;
    for (uint32_t m = rows->lines & mine->lines; m && pass; m &= m - 1) {
        struct record before = row_record(rows, iq_ptx_first_lane(m)),
                      now = row_record(mine, iq_ptx_first_lane(m));
        a->now.thread = now.who & WHO_THREAD;
        pass = passes(a, &before, rows->shift, &now, mine->shift, written);
    }
    return pass;
}

/* May lanes [mine] stand next to or in place of those of [rows] in these lines? */
static inline bool rows_pass(struct access *a, const struct rows *rows, const struct rows *mine,
                             bool written)
{
    return !(rows->lines & mine->lines) ||
           (rows->is.block == mine->is.block && rows->first == mine->first &&
            rows->shift == mine->shift) ||
           others_pass(a, rows, mine, written);
}

static uint32_t changed_lines(const struct span *span)
{
    return (changes(&span->w[0].is) ? span->w[0].lines : 0) |
           (changes(&span->w[1].is) ? span->w[1].lines : 0);
}

/* Notes rows of lanes in a span; false: it cannot say that. */
static bool rows_note(struct access *a, struct span *span, const struct rows *mine)
{
    uint32_t kept = a->now.write && repeats(&mine->is) ? mine->lines & changed_lines(span) : 0;
    struct rows *kind = a->now.write && !kept ? span->w : span->r, *to = NULL;
    bool more = false;
    if (kept && kept != mine->lines)
        return false;
    for (uint32_t n = 0; n < 2; n++) {
        if (!rows_pass(a, &span->w[n], mine, true) || !rows_pass(a, &span->r[n], mine, false))
            return false;
        if (kind[n].is.time == mine->is.time &&
            !((kind[n].is.who ^ mine->is.who) & ~(uint32_t)WHO_SAME) &&
            kind[n].is.block == mine->is.block && kind[n].first == mine->first &&
            kind[n].shift == mine->shift && kind[n].lines) {
            to = &kind[n];
            more = true;
        } else if (!more && !(kind[n].lines & ~mine->lines) && (!to || !kind[n].lines)) {
            to = &kind[n];
        }
    }
    if (is_flag_read(a))
        return true;
    if (!to)
        return false;
    kind[0].lines &= ~mine->lines;
    kind[1].lines &= ~mine->lines;
    if (more) {
        to->lines |= mine->lines;
        to->is.who &= mine->is.who | ~(uint32_t)WHO_SAME;
    } else {
        *to = *mine;
    }
    return true;
}

static UNLOCKED bool rows_are_known(const struct access *a, const struct span *span,
                                    const union span_head *head, const struct rows *mine)
{
    const struct rows *kind = a->now.write ? span->w : span->r,
                      *other = a->now.write ? span->r : span->w;
    if (__atomic_load_n(&span->head.tag, __ATOMIC_ACQUIRE) != head->tag || /* first, as of lines */
        __atomic_load_n(&span->head.key, __ATOMIC_ACQUIRE) != head->key || span->head.split)
        return false;
    for (uint32_t n = 0; n < 2; n++)
        if (other[n].lines & mine->lines && is_foreign(a, &other[n].is))
            return false;
    for (uint32_t n = 0; n < 2; n++)
        if (!(mine->lines & ~kind[n].lines) && is_known(a, &kind[n].is, &mine->is) &&
            kind[n].first == mine->first && kind[n].shift == mine->shift)
            return true;
    return false;
}

/* [count] whole lines by lanes in a row, from [lane] on, all in one span. */
static bool touch_span(struct access *a, uint64_t addr, uint32_t count, uint32_t lane,
                       uint32_t shift, uint32_t line_bytes)
{
    const struct iq_ptx_launch *l = a->w->block->launch;
    uint32_t log = a->w->block->race->span_log,
             k = (uint32_t)(addr / line_bytes) & ((1u << log) - 1);
    uint64_t key = addr / line_bytes >> log;
    struct rows mine = {
        { a->now.time,
          iq_ptx_race_who(a->w, a->i, 0, a->now.kind) | silent(a, addr, lane, count * line_bytes),
          a->now.block },
        (int32_t)(a->w->index * IQ_PTX_LANES + lane) - (int32_t)(CELLS * k >> shift),
        ((2u << (count - 1)) - 1) << k,
        shift
    };
    union span_head head = span_head(l, key, false);
    struct span *span = span_at(key);
    bool known = rows_are_known(a, span, &head, &mine);
    if (known && !a->store)
        return true;
    span = span_take(l, key);
    bool done = (known && rows_are_known(a, span, &head, &mine)) ||
                (!span->head.split && rows_note(a, span, &mine));
    if (done && a->store)
        hold_row(a, table->span_held[span - table->spans] + k * line_bytes, count * line_bytes,
                 lane);
    else if (!done && !span->head.split)
        span_split(l, span, key << log, line_bytes);
    iq_ptx_race_unlock(&span->head.lock);
    return done;
}

/* All lanes in a row: spans, where possible, and whole lines first. */
static void touch_all(struct access *a, uint64_t addr, uint32_t lanes, uint32_t bytes, uint32_t log)
{
    uint32_t per_span = 1u << a->w->block->race->span_log;
    if (per_span == 1)
        __builtin_prefetch(line_at(addr / bytes + AHEAD), 1);
    for (uint32_t l = 0; l < IQ_PTX_LANES;) {
        uint64_t at = addr + (uint64_t)l * a->size;
        uint32_t rows = lanes && !(at & (bytes - 1)) ? (IQ_PTX_LANES - l) / lanes : 0,
                 room = per_span - ((uint32_t)(at / bytes) & (per_span - 1));
        rows = rows < room ? rows : room;
        if (rows && per_span > 1 && touch_span(a, at, rows, l, log, bytes))
            l += rows * lanes;
        else if (rows && touch_row(a, at / bytes, l, log))
            l += lanes;
        else
            touch(a, at, l++);
    }
}

/* Lanes wherever they like, whole lines first. */
static void touch_lines(struct access *a, const uint64_t *addr, uint64_t offset, uint32_t mask,
                        uint32_t log)
{
    uint32_t shift = cell_shift(a->w), bytes = CELLS << shift, lanes = bytes / a->size, apart = 0;
    /* a lock waits for its line: all lines are asked for at once */
    for (uint32_t m = mask; m; m &= m - 1) {
        uint64_t at = addr[iq_ptx_first_lane(m)] + offset;
        const struct race_line *line = line_at(at >> (4 + shift));
        __builtin_prefetch(line, 1);
        __builtin_prefetch(a->now.write ? table->words[line - table->lines].writers
                                        : table->words[line - table->lines].readers,
                           1);
        if (a->store)
            __builtin_prefetch(table->held[line - table->lines], 1);
    }
    for (uint32_t m = mask; m;) {
        uint32_t l = iq_ptx_first_lane(m);
        bool row = l + 1 < IQ_PTX_LANES && addr[l + 1] - addr[l] == a->size &&
                   is_row(mask, addr, offset, a->size, l, lanes, bytes) &&
                   touch_row(a, (addr[l] + offset) >> (4 + shift), l, log);
        apart |= row ? 0 : 1u << l;
        m &= row ? (uint32_t)((uint64_t)UINT32_MAX << (l + lanes)) : m - 1;
    }
    touch_some(a, addr, offset, apart);
}

/* Do all lanes read one place?  Then two readers will do. */
static bool touch_same(struct access *a, const uint64_t *addr, uint64_t offset)
{
    uint32_t mask = a->w->mask, last = 31 - (uint32_t)__builtin_clz(mask),
             first = iq_ptx_first_lane(mask);
    if (a->now.write || addr[first] != addr[last] || first == last)
        return false;
    for (uint32_t m = mask; m; m &= m - 1)
        if (addr[iq_ptx_first_lane(m)] != addr[first])
            return false;
    touch(a, addr[first] + offset, first);
    touch(a, addr[last] + offset, last);
    return true;
}

static struct iq_ptx_owners_use owners_use(const struct access *a, const uint64_t *addr,
                                           uint64_t offset)
{
    const uint8_t *stored = IQ_PTX_REG(const uint8_t, a->w, a->i->o[1]);
    return (struct iq_ptx_owners_use){ .owners = a->w->block->launch->owners,
                                       .stores = a->w->block->race->late->stores,
                                       .addr = addr,
                                       .values = a->stride ? stored : NULL,
                                       .memory = a->memory,
                                       .offset = offset,
                                       .block = a->now.block,
                                       .thread = a->w->index * IQ_PTX_LANES,
                                       .time = a->now.time,
                                       .pc = iq_ptx_race_who(a->w, a->i, 0, 0) >> WHO_PC,
                                       .mask = a->w->mask,
                                       .size = a->size,
                                       .shift = cell_shift(a->w),
                                       .stride = a->stride,
                                       .write = a->now.write,
                                       .plain = !a->now.kind && (!a->store || a->stride) };
}

/* The lanes that owners do not say all about. */
static uint32_t note_owners(const struct access *a, const uint64_t *addr, uint64_t offset)
{
    struct iq_ptx_owners_use use = owners_use(a, addr, offset);
    return use.owners ? iq_ptx_owners_note(&use) : a->w->mask;
}

/* ---- reads that are noted later ---- */

/* Words that are read: may they wait for what the block does next? */
static bool is_late(const struct access *a, const uint64_t *addr, uint64_t offset)
{
    struct iq_ptx_owners_use use = owners_use(a, addr, offset);
    return use.owners && !use.write && iq_ptx_late_put(a->w, a->i, &use);
}

void iq_ptx_race_judge_late(const struct iq_ptx_block *b)
{
    struct iq_ptx_race_late late = *b->race->late;
    struct iq_warp *w = &b->warps[late.warp];
    uint32_t mask = w->mask;
    struct access a = { .w = w,
                        .i = late.i,
                        .size = sizeof(uint32_t),
                        .memory = late.memory,
                        .now = { .time = late.time, .block = (uint32_t)b->index } };
    b->race->late->i = NULL;
    w->mask = late.mask;
    touch_lines(&a, late.at.addr, 0, note_owners(&a, late.at.addr, 0), 0);
    w->mask = mask;
}

/* Of a warp that accesses what it has just read. */
static bool takes_late(const struct access *a, const uint64_t *addr, uint64_t offset)
{
    if (!iq_ptx_late_is(a->w->block) || !a->store)
        return false;
    struct iq_ptx_owners_use use = owners_use(a, addr, offset);
    return iq_ptx_late_store(a->w, &use);
}

/* Are rows of all lanes judged by lines there? */
static bool goes_by_lines(const struct iq_warp *w, uint64_t addr, uint32_t bytes)
{
    struct iq_ptx_owners *owners = w->block->launch->owners;
    uint32_t shift = cell_shift(w);
    return !owners || iq_ptx_owners_leave(owners, addr >> shift, bytes >> shift);
}

void iq_ptx_race_global_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                              uint32_t size, uint32_t flags, bool row)
{
    uint32_t shift = cell_shift(w), bytes = CELLS << shift;
    uint32_t log = size >> shift ? (uint32_t)__builtin_ctz(size >> shift) : 0;
    uint64_t offset = i->imm;
    if (!prepare())
        return;
    if (!(flags & ACCESS_WRITE) || !iq_ptx_late_is_of(w, addr, offset))
        iq_ptx_race_settle(w->block);
    struct access a;
    begin(&a, w, i, size, flags);
    if (takes_late(&a, addr, offset))
        return;
    iq_ptx_race_note_late(w->block);
    if (__builtin_expect(a.tells | a.asks, 0))
        note_flags(&a, addr, offset, row ? UINT32_MAX : w->mask);
    if (iq_ptx_range_of(w->block, i)->atomic || !w->mask)
        return;
    if (row && addr[0] != addr[1] && goes_by_lines(w, addr[0] + offset, size * IQ_PTX_LANES))
        touch_all(&a, addr[0] + offset, bytes / size, bytes, log);
    else if (!touch_same(&a, addr, offset) && !is_late(&a, addr, offset))
        touch_lines(&a, addr, offset, note_owners(&a, addr, offset), log);
}
