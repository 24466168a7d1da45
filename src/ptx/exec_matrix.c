/* Products of matrices that are spread over the registers of a warp, and their way from and to
 * memory.  Products of floating point are summed in double precision and rounded once: hardware
 * rounds more often, in an order that it does not tell. */
#include "ptx/exec_matrix.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_half.h"
#include "ptx/group.h"

enum { MOST_SIDE = MATRIX_SIDE, MOST_K = MATRIX_DEPTH };

static const struct iq_ptx_matrix_steps *steps(void) { return &iq_ptx_cpu()->matrix; }

/* All lanes take part: waits for those that are elsewhere. */
static bool together(struct iq_warp *w, const struct iq_ptx_insn *i,
                     const struct iq_ptx_insn **next)
{
    return iq_ptx_group_sync(w, i, 0xffffffffu, next);
}

static float half_of(uint32_t h)
{
    uint32_t exponent = h >> 10 & 31, sign = h & 0x8000, u = (h & 0x7fff) << 13;
    float f, scale = 0x1p112f;
    if (exponent == 31)
        u |= 0x7f800000;
    memcpy(&f, &u, 4);
    f = exponent == 31 ? f : f * scale;
    return sign ? -f : f;
}

static int32_t whole_of(uint32_t bits, enum iq_ptx_type t)
{
    switch (t) {
    case TY_S8: return (int8_t)bits;
    case TY_U8: return (uint8_t)bits;
    case TY_S4: return (int32_t)(bits << 28) >> 28;
    default: return (int32_t)bits;
    }
}

double iq_ptx_matrix_real(uint64_t bits, enum iq_ptx_type t)
{
    float f;
    double d;
    uint32_t low = (uint32_t)bits;
    switch (t) {
    case TY_F16: return (double)half_of(low);
    case TY_BF16: low <<= 16; break;
    case TY_TF32: low &= ~0x1fffu; break;
    case TY_E4M3:
    case TY_E5M2: return iq_ptx_quarter_value(low, t == TY_E5M2);
    case TY_F64: memcpy(&d, &bits, 8); return d;
    case TY_S32:
    case TY_S8:
    case TY_U8:
    case TY_B1: return (double)whole_of(low, t);
    default: break;
    }
    memcpy(&f, &low, 4);
    return (double)f;
}

static uint64_t register_of(struct iq_warp *w, uint32_t operand, uint32_t lane, bool wide)
{
    return wide ? IQ_PTX_REG(const uint64_t, w, operand)[lane]
                : IQ_PTX_REG(const uint32_t, w, operand)[lane];
}

enum { MOST_PLACES = 512, SPREADS = 8, WAYS = 4 };

struct wholes {
    int32_t a[MOST_SIDE][MOST_K], b[MOST_K][MOST_SIDE], c[MOST_SIDE][MOST_SIDE];
};

/* Elements of a fragment in the order of registers; places are those of lane 0 plus what the lane
 * adds. */
struct spread {
    uint64_t key, more;
    uint32_t packed, count, row_length, step[32];
    uint16_t first[MOST_PLACES];
};

static void spread_fill(struct spread *s, const struct iq_ptx_matrix *x, uint32_t fragment)
{
    struct iq_ptx_place zero = iq_ptx_matrix_place(x, fragment, 0, 0, 0);
    for (uint32_t l = 0; l < 32; l++) {
        struct iq_ptx_place p = iq_ptx_matrix_place(x, fragment, 0, l, 0);
        s->step[l] = (p.row - zero.row) * s->row_length + p.col - zero.col;
    }
    for (uint32_t k = 0; k < s->count * s->packed && k < MOST_PLACES; k++) {
        struct iq_ptx_place p = iq_ptx_matrix_place(x, fragment, k / s->packed, 0, k % s->packed);
        s->first[k] = (uint16_t)(p.row * s->row_length + p.col);
    }
}

/* A kernel multiplies matrices of few shapes, so the places are remembered. */
static const struct spread *spread_of(const struct iq_ptx_matrix *x, uint32_t fragment,
                                      uint32_t count, uint32_t row_length)
{
    static _Thread_local struct spread known[SPREADS][WAYS];
    static _Thread_local uint32_t next_way;
    uint64_t key = iq_ptx_matrix_pack(x) + 1,
             more = (uint64_t)fragment << 60 | (uint64_t)count << 32 | row_length;
    struct spread *set = known[(key * 31 + more) * 0x9e3779b97f4a7c15ull >> 32 & (SPREADS - 1)];
    for (uint32_t k = 0; k < WAYS; k++)
        if (set[k].key == key && set[k].more == more)
            return &set[k];
    struct spread *s = &set[next_way++ % WAYS];
    *s = (struct spread){ .key = key,
                          .more = more,
                          .packed = iq_ptx_matrix_packed(x->type[fragment]),
                          .count = count,
                          .row_length = row_length };
    spread_fill(s, x, fragment);
    return s;
}

static uint32_t first_place(const struct spread *s, uint32_t reg, uint32_t e)
{
    return s->first[reg * s->packed + e];
}

#define EACH_REGISTER(s)                      \
    for (uint32_t r = 0; r < (s)->count; r++) \
        for (uint32_t e = 0; e < (s)->packed; e++)
/* quad: which of the four small matrices of m8n8k4, 4 for all lanes */
#define EACH_LANE(quad)               \
    for (uint32_t l = 0; l < 32; l++) \
        if ((quad) == 4 || (l >> 2 & 3) == (quad))

static uint32_t element_bits(uint64_t value, enum iq_ptx_type t, uint32_t e)
{
    uint32_t bits = iq_ptx_matrix_bits(t);
    return bits >= 32 ? (uint32_t)value : (uint32_t)(value >> (bits * e)) & ((1u << bits) - 1);
}

/* Registers of C have even and odd columns, two by two. */
static bool is_mixed(const struct iq_ptx_matrix *x, uint32_t fragment)
{
    return fragment >= FRAGMENT_C && iq_ptx_matrix_packed(x->type[fragment]) == 1;
}

/* Register by register.  False: elements have to be looked up one by one. */
static bool read_real_registers(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t fragment,
                                const uint32_t *o, const struct spread *s, double *to)
{
    enum iq_ptx_type t = x->type[fragment];
    bool mixed = is_mixed(x, fragment), done = true;
    uint32_t places = iq_ptx_matrix_registers(x, fragment, false);
    /* surplus registers repeat places: the last ones stand */
    for (uint32_t r = s->count > places ? s->count - places : 0; r < s->count && done;
         r += mixed ? 2 : 1) {
        double *at = to + first_place(s, r, 0);
        const void *reg = IQ_PTX_REG(const uint32_t, w, o[r]);
        done = mixed ? steps()->mixed_reals(t, reg, IQ_PTX_REG(const uint32_t, w, o[r + 1]), at,
                                            s->row_length)
               : fragment == FRAGMENT_B ? steps()->columns_reals(t, reg, at, s->row_length)
                                        : steps()->rows_reals(t, reg, at, s->row_length);
    }
    return done;
}

static bool read_whole_registers(struct iq_warp *w, const struct iq_ptx_matrix *x,
                                 uint32_t fragment, const uint32_t *o, const struct spread *s,
                                 int32_t *to)
{
    enum iq_ptx_type t = x->type[fragment];
    bool mixed = is_mixed(x, fragment), done = true;
    for (uint32_t r = 0; r < s->count && done; r += mixed ? 2 : 1) {
        int32_t *at = to + first_place(s, r, 0);
        const void *reg = IQ_PTX_REG(const uint32_t, w, o[r]);
        if (mixed)
            steps()->mixed_wholes(reg, IQ_PTX_REG(const uint32_t, w, o[r + 1]), at, s->row_length);
        else
            done = fragment == FRAGMENT_B ? steps()->columns_wholes(t, reg, at, s->row_length)
                                          : steps()->rows_wholes(t, reg, at, s->row_length);
    }
    return done;
}

void iq_ptx_matrix_read_reals(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t fragment,
                              const uint32_t *o, uint32_t count, uint32_t quad, double *to,
                              uint32_t row_length)
{
    enum iq_ptx_type t = x->type[fragment];
    const struct spread *s = spread_of(x, fragment, count, row_length);
    double all[32] __attribute__((aligned(64)));
    if (quad == 4 && read_real_registers(w, x, fragment, o, s, to))
        return;
    EACH_REGISTER(s)
    {
        double *at = to + first_place(s, r, e);
        if (quad == 4 && steps()->reals(t, IQ_PTX_REG(const uint32_t, w, o[r]), e, all)) {
            for (uint32_t l = 0; l < 32; l++)
                at[s->step[l]] = all[l];
            continue;
        }
        EACH_LANE(quad) {
            uint64_t v = register_of(w, o[r], l, t == TY_F64);
            at[s->step[l]] = iq_ptx_matrix_real(t == TY_F64 ? v : element_bits(v, t, e), t);
        }
    }
}

static void read_wholes(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t fragment,
                        const uint32_t *o, uint32_t count, int32_t *to, uint32_t row_length)
{
    enum iq_ptx_type t = x->type[fragment];
    const struct spread *s = spread_of(x, fragment, count, row_length);
    int32_t all[32] __attribute__((aligned(64)));
    if (read_whole_registers(w, x, fragment, o, s, to))
        return;
    EACH_REGISTER(s)
    {
        int32_t *at = to + first_place(s, r, e);
        if (!steps()->wholes(t, IQ_PTX_REG(const uint32_t, w, o[r]), e, all))
            EACH_LANE(4)
                all[l] = whole_of(element_bits(register_of(w, o[r], l, false), t, e), t);
        for (uint32_t l = 0; l < 32; l++)
            at[s->step[l]] = all[l];
    }
}

/* The columns of a sparse A where they belong, zeros elsewhere. */
#define EXPAND(linkage, name, type, T)                                                     \
    linkage void name(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t metadata, \
                      uint32_t selector, struct type *v)                                   \
    {                                                                                      \
        struct iq_ptx_extent s = iq_ptx_matrix_extent(x->shape);                           \
        const uint32_t *words = IQ_PTX_REG(const uint32_t, w, metadata);                   \
        for (uint32_t i = 0; i < s.m; i++) {                                               \
            T row[MOST_K] = { 0 };                                                         \
            for (uint32_t k = 0; k < s.k / 2; k++)                                         \
                row[iq_ptx_matrix_column(x, words, selector, i, k) % MOST_K] = v->a[i][k]; \
            memcpy(v->a[i], row, sizeof row);                                              \
        }                                                                                  \
    }
EXPAND(, iq_ptx_matrix_expand_reals, iq_ptx_reals, double)
EXPAND(static, expand_wholes, wholes, int32_t)

void iq_ptx_matrix_multiply_reals(struct iq_ptx_reals *v, struct iq_ptx_extent s)
{
    if (steps()->product_reals(s, v->a, v->b, v->c))
        return;
    for (uint32_t i = 0; i < s.m; i++)
        for (uint32_t k = 0; k < s.k; k++) {
            double a = v->a[i][k];
            for (uint32_t j = 0; j < s.n; j++)
                v->c[i][j] += a * v->b[k][j];
        }
}

/* Double precision is rounded at each step. */
static void multiply_f64(struct iq_ptx_reals *v, struct iq_ptx_extent s, uint32_t rounding)
{
    if ((rounding == RND_NONE || rounding == RND_RN) && steps()->product_f64(s, v->a, v->b, v->c))
        return;
    fesetround(rounding == RND_RZ   ? FE_TOWARDZERO
               : rounding == RND_RM ? FE_DOWNWARD
               : rounding == RND_RP ? FE_UPWARD
                                    : FE_TONEAREST);
    for (uint32_t i = 0; i < s.m; i++)
        for (uint32_t j = 0; j < s.n; j++)
            for (uint32_t k = 0; k < s.k; k++)
                v->c[i][j] = fma(v->a[i][k], v->b[k][j], v->c[i][j]);
    fesetround(FE_TONEAREST);
}

static void multiply_wholes(struct wholes *v, const struct iq_ptx_matrix *x, struct iq_ptx_extent s)
{
    bool bits = x->type[FRAGMENT_A] == TY_B1;
    if (!x->saturate && (bits ? x->both ? steps()->product_both : steps()->product_differ
                              : steps()->product_wrap)(s, v->a, v->b, v->c))
        return;
    for (uint32_t i = 0; i < s.m; i++)
        for (uint32_t j = 0; j < s.n; j++) {
            int64_t sum = v->c[i][j];
            for (uint32_t k = 0; k < s.k; k++)
                sum += !bits     ? (int64_t)v->a[i][k] * v->b[k][j]
                       : x->both ? v->a[i][k] & v->b[k][j]
                                 : v->a[i][k] ^ v->b[k][j];
            if (x->saturate)
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            v->c[i][j] = (int32_t)(uint32_t)sum;
        }
}

static void write_real(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t operand,
                       uint32_t l, uint32_t e, double d)
{
    enum iq_ptx_type t = x->type[FRAGMENT_D];
    if (t == TY_F64) {
        IQ_PTX_REG(double, w, operand)[l] = d;
    } else if (t == TY_F16) {
        uint32_t h = iq_ptx_half_bits(d, false, RND_RN);
        if (x->saturate && (h & 0x7fff) == 0x7c00)
            h = (h & 0x8000) | 0x7bff;
        IQ_PTX_REG(uint16_t, w, operand)[2 * l + e] = (uint16_t)h;
    } else if (t == TY_S32) {
        double most = INT32_MAX, least = INT32_MIN;
        d = x->saturate ? fmin(fmax(d, least), most) : d;
        IQ_PTX_REG(uint32_t, w, operand)[l] = (uint32_t)(int64_t)d;
    } else {
        float f = (float)d;
        uint32_t nan = 0x7fffffff;
        memcpy(&IQ_PTX_REG(uint32_t, w, operand)[l], f != f ? (const void *)&nan : (const void *)&f,
               4);
    }
}

void iq_ptx_matrix_write_reals(struct iq_warp *w, const struct iq_ptx_matrix *x, const uint32_t *o,
                               uint32_t count, uint32_t quad, const double *c)
{
    const struct spread *s = spread_of(x, FRAGMENT_D, count, MOST_SIDE);
    if (x->type[FRAGMENT_D] == TY_F32 && w->mask == UINT32_MAX && quad == 4) {
        for (uint32_t r = 0; r < count; r += 2)
            steps()->parted_singles(c + first_place(s, r, 0), MOST_SIDE,
                                    IQ_PTX_REG(uint32_t, w, o[r]),
                                    IQ_PTX_REG(uint32_t, w, o[r + 1]));
        return;
    }
    EACH_REGISTER(s)
    {
        const double *at = c + first_place(s, r, e);
        EACH_LANE(quad)
            if (w->mask >> l & 1)
                write_real(w, x, o[r], l, e, at[s->step[l]]);
    }
}

static void write_wholes(struct iq_warp *w, const struct iq_ptx_matrix *x, const uint32_t *o,
                         uint32_t count, const int32_t *c)
{
    const struct spread *s = spread_of(x, FRAGMENT_D, count, MOST_SIDE);
    for (uint32_t r = 0; r < count && w->mask == UINT32_MAX; r += 2)
        steps()->parted_wholes(c + first_place(s, r, 0), MOST_SIDE, IQ_PTX_REG(int32_t, w, o[r]),
                               IQ_PTX_REG(int32_t, w, o[r + 1]));
    if (w->mask == UINT32_MAX)
        return;
    EACH_REGISTER(s)
    {
        const int32_t *at = c + first_place(s, r, e);
        int32_t *to = IQ_PTX_REG(int32_t, w, o[r]);
        for (uint32_t l = 0; l < 32; l++)
            to[l] = w->mask >> l & 1 ? at[s->step[l]] : to[l];
    }
}

/* The commonest products, of all lanes, need no matrices in between.  A and B may have surplus
 * registers in front. */
static void multiply_whole(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    uint32_t shape = i->imm & 255, some[64], count;
    const uint32_t *o = some;
    if (i->aux == 1) {
        o = i[-1].o;
        count = (uint32_t)i[-1].nd + i[-1].ns;
    } else {
        count = iq_ptx_long_operands(i, some);
    }
    enum iq_ptx_type type = (enum iq_ptx_type)(i->imm >> 32 & 255);
    struct iq_ptx_extent s = iq_ptx_matrix_extent(shape);
    struct iq_ptx_matrix_registers all;
    uint32_t each = 5 + i->target - 1, /* of elements in a register of all lanes, log2 */
        a = s.m * s.k >> each, b = s.k * s.n >> each, c = s.m * s.n >> 5,
             surplus = count - a - b - 2 * c, at = 0;
    uint32_t first = surplus ? MATRIX_REGISTERS - a : 0, second = surplus - first;
    for (uint32_t k = 0; k < a; k++)
        all.a[k] = IQ_PTX_REG(const uint8_t, w, o[first + k]);
    at = first + a + second;
    for (uint32_t k = 0; k < b; k++)
        all.b[k] = IQ_PTX_REG(const uint8_t, w, o[at + k]);
    at += b;
    for (uint32_t k = 0; k < c; k++) {
        all.c[k] = IQ_PTX_REG(const uint8_t, w, o[at + k]);
        all.d[k] = IQ_PTX_REG(uint8_t, w, o[at + c + k]);
    }
    steps()->product_whole(type, s, &all);
}

IQ_PTX_COLD(mma)
{
    const struct iq_ptx_insn *next;
    if (!together(w, i, &next))
        return next;
    if (i->target && w->mask == UINT32_MAX) {
        multiply_whole(w, i);
        return i + 1;
    }
    struct iq_ptx_matrix x = iq_ptx_matrix_unpack(i->imm);
    struct iq_ptx_extent s = iq_ptx_matrix_extent(x.shape);
    uint32_t o[64], n[4], at[4] = { 0 };
    iq_ptx_long_operands(i, o);
    for (uint32_t f = 0; f < 4; f++) {
        n[f] = iq_ptx_matrix_registers(&x, f, i->mod & 1);
        at[f] = f ? at[f - 1] + n[f - 1] : 0;
    }
    uint32_t metadata = at[FRAGMENT_D];
    at[FRAGMENT_D] += x.sparse;
    if (!iq_ptx_type_is_float(x.type[FRAGMENT_A])) {
        struct wholes v;
        read_wholes(w, &x, FRAGMENT_A, o, n[FRAGMENT_A], (void *)v.a, MOST_K);
        read_wholes(w, &x, FRAGMENT_B, o + at[FRAGMENT_B], n[FRAGMENT_B], (void *)v.b, MOST_SIDE);
        read_wholes(w, &x, FRAGMENT_C, o + at[FRAGMENT_C], n[FRAGMENT_C], (void *)v.c, MOST_SIDE);
        if (x.sparse)
            expand_wholes(w, &x, o[metadata], i->mod >> 8, &v);
        multiply_wholes(&v, &x, s);
        write_wholes(w, &x, o + at[FRAGMENT_D], n[FRAGMENT_D], (const void *)v.c);
        return i + 1;
    }
    bool quads = x.shape == SHAPE_M8N8K4 && x.type[FRAGMENT_A] == TY_F16;
    for (uint32_t quad = quads ? 0 : 4; quad < (quads ? 4 : 5); quad++) {
        struct iq_ptx_reals v;
        iq_ptx_matrix_read_reals(w, &x, FRAGMENT_A, o, n[FRAGMENT_A], quad, (void *)v.a, MOST_K);
        iq_ptx_matrix_read_reals(w, &x, FRAGMENT_B, o + at[FRAGMENT_B], n[FRAGMENT_B], quad,
                                 (void *)v.b, MOST_SIDE);
        iq_ptx_matrix_read_reals(w, &x, FRAGMENT_C, o + at[FRAGMENT_C], n[FRAGMENT_C], quad,
                                 (void *)v.c, MOST_SIDE);
        if (x.sparse)
            iq_ptx_matrix_expand_reals(w, &x, o[metadata], i->mod >> 8, &v);
        if (x.type[FRAGMENT_A] == TY_F64)
            multiply_f64(&v, s, x.rounding);
        else
            iq_ptx_matrix_multiply_reals(&v, s);
        iq_ptx_matrix_write_reals(w, &x, o + at[FRAGMENT_D], n[FRAGMENT_D], quad,
                                  (const void *)v.c);
    }
    return i + 1;
}

/* --- memory --- */

/* One register of a lane, in one access if its elements are neighbours in memory. */
static bool move_register(struct iq_warp *w, const struct iq_ptx_insn *i,
                          const struct iq_ptx_matrix *x, uint32_t reg, uint32_t lane, uint64_t base,
                          uint64_t stride, uint8_t *cell)
{
    uint32_t mod = i->mod, fragment = mod >> 16 & 15, bits = iq_ptx_matrix_bits(x->type[fragment]);
    uint32_t n = iq_ptx_matrix_packed(x->type[fragment]),
             flags =
                 (mod & WMMA_STORES ? ACCESS_WRITE : 0) | (mod & WMMA_SHARED ? ACCESS_SHARED : 0);
    bool col = mod >> 20 & 1, neighbours = n == 1 || (fragment == FRAGMENT_B) == col;
    uint32_t bytes = bits < 8 || neighbours ? n * bits / 8 : bits / 8;
    for (uint32_t e = 0; e < n; e += bytes * 8 / bits) {
        struct iq_ptx_place p = iq_ptx_matrix_place(x, fragment, reg, lane, e);
        uint64_t index = col ? p.col * stride + p.row : p.row * stride + p.col;
        uint8_t *at = iq_ptx_memory_at(w, i, base + index * bits / 8, bytes, lane, flags);
        if (!at)
            return false;
        if (mod & WMMA_STORES)
            memcpy(at, cell + e * bits / 8, bytes);
        else
            memcpy(cell + e * bits / 8, at, bytes);
    }
    return true;
}

IQ_PTX_COLD(wmma_memory)
{
    const struct iq_ptx_insn *next;
    enum iq_ptx_type t = (enum iq_ptx_type)(i->mod >> 8 & 255);
    struct iq_ptx_matrix x = { .shape = i->mod & 255, .type = { t, t, t, t } };
    uint32_t o[64], fragment = i->mod >> 16 & 15, bytes = t == TY_F64 ? 8 : 4;
    uint64_t base[32], stride[32];
    if (!together(w, i, &next))
        return next;
    if (fragment >= FRAGMENT_C)
        x.type[FRAGMENT_A] = x.type[FRAGMENT_B] = iq_ptx_matrix_input(x.shape);
    uint32_t count = iq_ptx_long_operands(i, o) - 2;
    for (uint32_t l = 0; l < 32; l++) { /* a result may be the address */
        base[l] = IQ_PTX_REG(const uint64_t, w, o[0])[l] + i->imm;
        stride[l] = IQ_PTX_REG(const uint32_t, w, o[1])[l];
    }
    for (uint32_t m = w->mask; m; m &= m - 1)
        for (uint32_t r = 0, l = iq_ptx_first_lane(m); r < count; r++)
            if (!move_register(w, i, &x, r, l, base[l], stride[l],
                               IQ_PTX_REG(uint8_t, w, o[2 + r]) + l * bytes))
                return NULL;
    return i + 1;
}

static bool swap_rows(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                      uint32_t matrix, uint16_t rows[8][8])
{
    bool store = i->mod & WMMA_STORES;
    for (uint32_t k = 0; k < 8; k++) {
        uint32_t lane = 8 * matrix + k;
        if (!(w->mask >> lane & 1))
            continue;
        void *at = iq_ptx_memory_at(w, i, addr[lane], 16, lane,
                                    (store ? ACCESS_WRITE : 0) |
                                        (i->mod & WMMA_SHARED ? ACCESS_SHARED : 0));
        if (!at)
            return false;
        memcpy(store ? at : (void *)rows[k], store ? (const void *)rows[k] : at, 16);
    }
    return true;
}

/* Lane l holds row l / 4, columns 2 (l % 4) and the next, or the same of the transposed matrix. */
static void swap_lanes(struct iq_warp *w, uint32_t operand, bool transposed, bool store,
                       uint16_t rows[8][8])
{
    for (uint32_t l = 0; l < 32; l++)
        for (uint32_t e = 0; e < 2; e++) {
            uint32_t a = l >> 2, c = 2 * (l & 3) + e;
            uint16_t *element = transposed ? &rows[c][a] : &rows[a][c],
                     *reg = &IQ_PTX_REG(uint16_t, w, operand)[2 * l + e];
            if (store)
                *element = *reg;
            else if (w->mask >> l & 1)
                *reg = *element;
        }
}

IQ_PTX_COLD(ldmatrix)
{
    const struct iq_ptx_insn *next;
    uint32_t o[64], number = i->mod & 255;
    bool store = i->mod & WMMA_STORES, transposed = i->mod & LDMATRIX_TRANSPOSED;
    uint64_t addr[32];
    uint16_t rows[4][8][8] = { { { 0 } } };
    if (!together(w, i, &next))
        return next;
    iq_ptx_long_operands(i, o);
    for (uint32_t l = 0; l < 32; l++)
        addr[l] = IQ_PTX_REG(const uint64_t, w, o[0])[l] + i->imm;
    for (uint32_t k = 0; k < number; k++) {
        if (store)
            swap_lanes(w, o[1 + k], transposed, true, rows[k]);
        if (!swap_rows(w, i, addr, k, rows[k]))
            return NULL;
    }
    for (uint32_t k = 0; k < number && !store; k++)
        swap_lanes(w, o[1 + k], transposed, false, rows[k]);
    return i + 1;
}

IQ_PTX_COLD(movmatrix)
{
    const struct iq_ptx_insn *next;
    uint16_t rows[8][8];
    if (!together(w, i, &next))
        return next;
    swap_lanes(w, i->o[1], false, true, rows);
    swap_lanes(w, i->o[0], true, false, rows);
    return i + 1;
}
