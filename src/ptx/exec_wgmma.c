/* Products of a warpgroup: each warp computes its sixteen rows when it gets there.  What it reads
 * from shared memory counts as being read until the warp waits for its group.  Double precision
 * holds the sums of whole numbers, too. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_matrix.h"
#include "ptx/group.h"
#include "ptx/warpgroup.h"

enum { CHUNK = 16, MOST_ROW = 64, SLAB = MATRIX_SIDE, ROWS = 16, WARPS = 4 };

/* Rows of a matrix as they would stand in memory one after the other, each along the depth. */
struct tile {
    uint8_t bytes[SLAB][MOST_ROW];
};

struct product {
    struct iq_ptx_matrix x;
    uint32_t depth, columns, mod, row_bytes; /* row_bytes: of B */
    const uint32_t *a, *d;                   /* operands */
    uint64_t a_at, b_at;                     /* descriptors */
    uint32_t metadata, each;                 /* each: registers of eight columns of D */
    bool adds;
};

static void decode(struct iq_warp *w, const struct iq_ptx_insn *i, const uint32_t *o,
                   uint32_t count, struct product *p)
{
    uint32_t lane = iq_ptx_first_lane(w->mask), at = i->mod & WGMMA_A_IN_REGISTERS ? 4 : 1;
    *p = (struct product){ .x = iq_ptx_matrix_unpack(i->imm),
                           .columns = i->mod & WGMMA_COLUMNS,
                           .mod = i->mod,
                           .a = o,
                           .b_at = IQ_PTX_REG(const uint64_t, w, o[at])[lane],
                           .metadata = o[at + 1],
                           .adds = *IQ_PTX_REG(const uint32_t, w, o[at + 2]) >> lane & 1 };
    if (at == 1)
        p->a_at = IQ_PTX_REG(const uint64_t, w, o[0])[lane];
    p->depth = iq_ptx_matrix_extent(p->x.shape).k;
    p->row_bytes = p->depth * iq_ptx_matrix_bits(p->x.type[FRAGMENT_B]) / 8;
    p->each = p->x.type[FRAGMENT_D] == TY_F16 ? 2 : 4;
    p->d = o + count - p->columns / 8 * p->each;
}

static const uint8_t *chunk_at(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t address)
{
    uint32_t lane = iq_ptx_first_lane(w->mask);
    const uint8_t *at = iq_ptx_memory_at(w, i, address, CHUNK, lane, ACCESS_SHARED);
    if (at)
        iq_ptx_async_begin(w, i, lane, ASYNC_MATRIX, at, CHUNK);
    return at;
}

/* [row_bytes] of each of [rows] rows from [first] on. */
static bool read_rows(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t descriptor,
                      uint32_t first, uint32_t rows, uint32_t row_bytes, struct tile *t)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < row_bytes / CHUNK; c++) {
            const uint8_t *at =
                chunk_at(w, i, iq_ptx_warpgroup_address(descriptor, first + r, c, false));
            if (!at)
                return false;
            memcpy(t->bytes[r] + c * CHUNK, at, CHUNK);
        }
    return true;
}

/* The same of halves that stand by columns. */
static bool read_columns(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t descriptor,
                         uint32_t first, uint32_t rows, uint32_t row_bytes, struct tile *t)
{
    enum { HALVES = CHUNK / 2 };
    for (uint32_t k = 0; k < row_bytes / 2; k++)
        for (uint32_t r = 0; r < rows; r += HALVES) {
            const uint8_t *at =
                chunk_at(w, i, iq_ptx_warpgroup_address(descriptor, k, (first + r) / HALVES, true));
            if (!at)
                return false;
            for (uint32_t e = 0; e < HALVES; e++)
                memcpy(t->bytes[r + e] + 2 * k, at + 2 * e, 2);
        }
    return true;
}

/* Element k of row r goes to [r * by_row + k * by_depth].  The rows are taken as the lanes of a
 * register. */
static void spread(const struct tile *t, enum iq_ptx_type type, uint32_t row_bytes, uint32_t rows,
                   double *to, uint32_t by_row, uint32_t by_depth)
{
    uint32_t bits = iq_ptx_matrix_bits(type), packed = iq_ptx_matrix_packed(type);
    for (uint32_t at = 0; at < row_bytes / 4; at++) {
        uint32_t words[SLAB] __attribute__((aligned(64)));
        double all[SLAB] __attribute__((aligned(64)));
        for (uint32_t r = 0; r < SLAB; r++)
            memcpy(&words[r], t->bytes[r] + 4 * at, 4);
        for (uint32_t e = 0; e < packed; e++) {
            double *k = to + (at * packed + e) * by_depth;
            bool done = iq_ptx_cpu()->matrix.reals(type, words, e, all);
            for (uint32_t r = 0; r < rows; r++)
                k[r * by_row] =
                    done ? all[r]
                         : iq_ptx_matrix_real(words[r] >> bits * e & (uint32_t)((1ull << bits) - 1),
                                              type);
        }
    }
}

/* The sixteen rows of the warp; a sparse row has half the bytes. */
static bool read_a(struct iq_warp *w, const struct iq_ptx_insn *i, const struct product *p,
                   struct iq_ptx_reals *v)
{
    uint32_t first = w->index % WARPS * ROWS, bytes = p->row_bytes / (p->x.sparse ? 2 : 1);
    struct tile t = { 0 };
    if (p->mod & WGMMA_A_IN_REGISTERS)
        iq_ptx_matrix_read_reals(w, &p->x, FRAGMENT_A, p->a, 4, 4, (void *)v->a, MATRIX_DEPTH);
    else if (!(p->mod & WGMMA_A_BY_COLUMNS ? read_columns : read_rows)(w, i, p->a_at, first, ROWS,
                                                                       bytes, &t))
        return false;
    else
        spread(&t, p->x.type[FRAGMENT_A], bytes, ROWS, (void *)v->a, MATRIX_DEPTH, 1);
    if (p->x.sparse)
        iq_ptx_matrix_expand_reals(w, &p->x, p->metadata, p->mod & WGMMA_SELECTOR ? 1 : 0, v);
    for (uint32_t r = 0; r < ROWS && p->mod & WGMMA_MINUS; r++)
        for (uint32_t k = 0; k < p->depth; k++)
            v->a[r][k] = -v->a[r][k];
    return true;
}

static bool read_b(struct iq_warp *w, const struct iq_ptx_insn *i, const struct product *p,
                   uint32_t first, uint32_t columns, struct iq_ptx_reals *v)
{
    struct tile t = { 0 };
    if (!(p->mod & WGMMA_B_BY_COLUMNS ? read_columns : read_rows)(w, i, p->b_at, first, columns,
                                                                  p->row_bytes, &t))
        return false;
    spread(&t, p->x.type[FRAGMENT_B], p->row_bytes, SLAB, (void *)v->b, 1, MATRIX_SIDE);
    return true;
}

IQ_PTX_COLD(wgmma)
{
    const struct iq_ptx_insn *next;
    uint32_t o[WGMMA_MOST_OPERANDS];
    struct product p;
    struct iq_ptx_reals v;
    if (!iq_ptx_group_sync(w, i, 0xffffffffu, &next))
        return next;
    decode(w, i, o, iq_ptx_long_operands(i, o), &p);
    if (!read_a(w, i, &p, &v))
        return NULL;
    for (uint32_t first = 0; first < p.columns; first += SLAB) {
        uint32_t some = p.columns - first < SLAB ? p.columns - first : SLAB;
        const uint32_t *d = p.d + first / 8 * p.each;
        if (!read_b(w, i, &p, first, some, &v))
            return NULL;
        memset(v.c, 0, sizeof v.c);
        for (uint32_t n = 0; n < some && p.adds; n += 8)
            iq_ptx_matrix_read_reals(w, &p.x, FRAGMENT_C, d + n / 8 * p.each, p.each, 4, &v.c[0][n],
                                     MATRIX_SIDE);
        iq_ptx_matrix_multiply_reals(&v, (struct iq_ptx_extent){ ROWS, SLAB, p.depth });
        for (uint32_t n = 0; n < some; n += 8)
            iq_ptx_matrix_write_reals(w, &p.x, d + n / 8 * p.each, p.each, 4, &v.c[0][n]);
    }
    return i + 1;
}
