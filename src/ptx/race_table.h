/* What is known of global memory: the layout of the table behind exec_race_global.c, which alone
 * includes this.
 * Memory is watched in lines of 16 cells, which lie in one table of the process by a hash of their
 * address; another line in the same place takes it over, which forgets but never accuses.  A line
 * that whole rows of lanes read and write has two records.  Lanes that go their own ways leave one
 * word for each cell that they write and one for each that they read, as long as all are of one
 * block and one time; cells of which that is not true have three records of their own.  Where
 * blocks are long in x, lines that they use as rows first lie together in spans, which have two
 * records for rows that write and two for rows that read; what these cannot say goes into the
 * lines.
 * Owner: the process.  Threads: any; a line and a span have a lock each. */
#ifndef IQ_PTX_RACE_TABLE_H
#define IQ_PTX_RACE_TABLE_H

#include "ptx/race.h"

enum { LINES = 1 << 20, CELLS = 16 };

/* time 0: none.  As a record of a row, cell k belongs to thread (who's) + (k >> the line's
 * shift). */
struct record {
    uint32_t time, who, block;
};
/* When and in which block lanes used cells; a bit for each. */
struct lanes {
    uint32_t time, block;
    uint16_t cells;
};
/* Whose it is: the bits of the key that its place in the table does not tell, and the launch (of
 * 2^25 numbers).  own: cells with records of their own; of others lanes have used later what
 * [writers] and [readers] say than rows what w and r do. */
struct race_line {
    uint8_t lock, w_shift : 3, r_shift : 3;
    uint16_t key;
    uint32_t tag;
    struct record w, r;
    struct lanes writers, readers;
    uint16_t own;
} __attribute__((aligned(64)));
_Static_assert(sizeof(struct race_line) == 64, "a line of the cache");
struct words {
    uint32_t writers[CELLS], readers[CELLS];
}; /* as who of a record */
struct cell {
    struct record w, r, q;
};
struct cells {
    struct cell of[CELLS];
};
/* held: the bytes that plain stores have left in a line.  Memory does not have them until the store
 * that was noted is made. */
enum { LINE_BYTES = CELLS * 4 };

/* Rows of threads in some lines of a span: line k belongs to the threads from first + (CELLS k >>
 * shift) on; who names none. */
struct rows {
    struct record is;
    int32_t first;
    uint32_t lines, shift;
};
union span_head {
    struct {
        uint8_t lock, split;
        uint16_t key;
        uint32_t tag;
    };
    uint64_t all;
};
struct span {
    union span_head head;
    struct rows w[2], r[2];
};
enum { SPANS = 1 << 17, SPAN_BYTES = LINE_BYTES << RACE_SPAN_MOST };

struct race_table {
    struct cells cells[LINES];
    struct race_line lines[LINES];
    struct words words[LINES];
    struct span spans[SPANS];
    uint8_t held[LINES][LINE_BYTES], span_held[SPANS][SPAN_BYTES];
};

static inline void line_clear(struct race_line *line)
{
    line->own = line->writers.cells = line->readers.cells = 0;
    line->w.time = line->r.time = 0;
}

static inline struct record of_row(const struct record *row, uint32_t k, uint32_t shift)
{
    struct record record = *row;
    record.who += k >> shift; /* the thread is in the lowest bits */
    return record;
}

/* One more cell, if it is of the same time and block as the others. */
static inline bool lanes_note(struct lanes *lanes, uint32_t *words, uint32_t k,
                              const struct record *record)
{
    if (!lanes->cells) {
        lanes->time = record->time;
        lanes->block = record->block;
    }
    if (lanes->time != record->time || lanes->block != record->block)
        return false;
    lanes->cells |= (uint16_t)(1 << k);
    words[k] = record->who;
    return true;
}

/* A store that left all as it was.  It takes the place of no write that changed something: who
 * reads may race with that one, so it is noted as what reads, with which it has in common that only
 * other writes matter to it. */
static inline bool repeats(const struct record *record) { return record->who & WHO_SAME; }
static inline bool changes(const struct record *record) { return record->time && !repeats(record); }

/* Has nobody but the thread of [who] used the [count] cells from [k] on, which are set in [cells]?
 * Beyond the last one nothing is set. */
static inline __attribute__((always_inline)) bool is_quiet(const struct lanes *lanes,
                                                           const struct record *row,
                                                           const uint32_t *words, uint32_t k,
                                                           uint32_t count, uint32_t cells,
                                                           uint32_t who, uint32_t block)
{
    uint32_t used = lanes->cells & cells, others = 0;
    if (!used)
        return !row->time;
    for (uint32_t n = 0; n < count; n++)
        others |= words[k + n] ^ who;
    return used == cells && lanes->block == block && !(others & WHO_THREAD);
}

/* Has a write changed one of these cells?  As far as lanes have noted it. */
static inline __attribute__((always_inline)) bool lanes_change(const struct race_line *line,
                                                               const uint32_t *writers, uint32_t k,
                                                               uint32_t count)
{
    uint32_t all = WHO_SAME;
    for (uint32_t n = 0; n < count && k + n < CELLS; n++)
        all &= line->writers.cells >> (k + n) & 1 ? writers[k + n] : UINT32_MAX;
    return !all;
}

/* Has nobody used these cells at all? */
static inline bool is_fresh(const struct race_line *line, uint32_t cells)
{
    return !((line->own | line->writers.cells | line->readers.cells) & cells) &&
           !(line->w.time | line->r.time);
}

#endif
