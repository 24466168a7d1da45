#include "ptx/matrix.h"

static const struct iq_ptx_extent extents[] = {
    [SHAPE_M8N8] = { 8, 8, 0 },         [SHAPE_M8N8K4] = { 8, 8, 4 },
    [SHAPE_M8N8K16] = { 8, 8, 16 },     [SHAPE_M8N8K32] = { 8, 8, 32 },
    [SHAPE_M8N8K128] = { 8, 8, 128 },   [SHAPE_M16N8K4] = { 16, 8, 4 },
    [SHAPE_M16N8K8] = { 16, 8, 8 },     [SHAPE_M16N8K16] = { 16, 8, 16 },
    [SHAPE_M16N8K32] = { 16, 8, 32 },   [SHAPE_M16N8K64] = { 16, 8, 64 },
    [SHAPE_M16N8K128] = { 16, 8, 128 }, [SHAPE_M16N8K256] = { 16, 8, 256 },
    [SHAPE_M16N16K16] = { 16, 16, 16 }, [SHAPE_M32N8K16] = { 32, 8, 16 },
    [SHAPE_M8N32K16] = { 8, 32, 16 },   [SHAPE_M16N16K8] = { 16, 16, 8 }
};

struct iq_ptx_extent iq_ptx_matrix_extent(uint32_t shape) { return extents[shape]; }

uint32_t iq_ptx_matrix_bits(enum iq_ptx_type t)
{
    switch (t) {
    case TY_B1: return 1;
    case TY_U4:
    case TY_S4: return 4;
    case TY_U8:
    case TY_S8:
    case TY_E4M3:
    case TY_E5M2: return 8;
    case TY_F16:
    case TY_BF16: return 16;
    case TY_F64: return 64;
    default: return 32;
    }
}

uint32_t iq_ptx_matrix_packed(enum iq_ptx_type t)
{
    return t == TY_F64 ? 1 : 32 / iq_ptx_matrix_bits(t);
}

enum iq_ptx_type iq_ptx_matrix_input(uint32_t shape)
{
    switch (shape) {
    case SHAPE_M8N8K4: return TY_F64;
    case SHAPE_M8N8K32: return TY_S4;
    case SHAPE_M8N8K128: return TY_B1;
    case SHAPE_M16N16K8: return TY_TF32;
    default: return TY_F16;
    }
}

static bool is_halves_in_quads(const struct iq_ptx_matrix *x)
{
    return x->shape == SHAPE_M8N8K4 && x->type[FRAGMENT_A] == TY_F16;
}

bool iq_ptx_matrix_is_known(const struct iq_ptx_matrix *x)
{
    enum iq_ptx_type a = x->type[FRAGMENT_A], b = x->type[FRAGMENT_B];
    uint32_t bits = iq_ptx_matrix_bits(a), k = extents[x->shape].k,
             per_step = 4 * iq_ptx_matrix_packed(a);
    bool input = a == TY_B1 || a == TY_U4 || a == TY_S4 || a == TY_U8 || a == TY_S8 ||
                 a == TY_E4M3 || a == TY_E5M2 || a == TY_F16 || a == TY_BF16 || a == TY_TF32 ||
                 a == TY_F64;
    if (x->sparse && (a == TY_B1 || a == TY_F64))
        return false;
    if (is_halves_in_quads(x))
        return b == TY_F16 && !x->sparse;
    k /= x->sparse ? 2 : 1;
    return input && k && bits == iq_ptx_matrix_bits(b) && k >= per_step && k % per_step == 0;
}

bool iq_ptx_matrix_is_whole(const struct iq_ptx_matrix *x)
{
    enum iq_ptx_type a = x->type[FRAGMENT_A], c = a == TY_F64 ? TY_F64 : TY_F32;
    bool type = a == TY_F16 || a == TY_BF16 || a == TY_TF32 || a == TY_F64;
    return type && x->type[FRAGMENT_B] == a && x->type[FRAGMENT_C] == c &&
           x->type[FRAGMENT_D] == c && !x->sparse && !is_halves_in_quads(x) &&
           (x->rounding == RND_NONE || x->rounding == RND_RN) &&
           extents[x->shape].k <= MATRIX_WHOLE_DEPTH;
}

uint32_t iq_ptx_matrix_registers(const struct iq_ptx_matrix *x, uint32_t fragment, bool wmma)
{
    struct iq_ptx_extent s = extents[x->shape];
    enum iq_ptx_type t = x->type[fragment];
    bool ab = fragment <= FRAGMENT_B;
    if (is_halves_in_quads(x))
        return ab ? 2 : t == TY_F32 ? 8 : 4;
    if (wmma && ab && t == TY_F16)
        return 8;
    uint32_t elements = fragment == FRAGMENT_A   ? s.m * s.k / (x->sparse ? 2 : 1)
                        : fragment == FRAGMENT_B ? s.k * s.n
                                                 : s.m * s.n;
    return elements / 32 / iq_ptx_matrix_packed(t);
}

uint32_t iq_ptx_matrix_stride(const struct iq_ptx_matrix *x, uint32_t fragment, bool col)
{
    struct iq_ptx_extent s = extents[x->shape];
    uint32_t rows = fragment == FRAGMENT_B ? s.k : s.m, cols = fragment == FRAGMENT_A ? s.k : s.n;
    return col ? rows : cols;
}

/* Four matrices of 8 x 8 x 4 side by side, each in two groups of four lanes. */
static struct iq_ptx_place in_quads(const struct iq_ptx_matrix *x, uint32_t fragment, uint32_t at,
                                    uint32_t lane)
{
    uint32_t high = lane >= 16 ? 4 : 0, in = lane & 3;
    if (fragment == FRAGMENT_A)
        return x->col[0] ? (struct iq_ptx_place){ at + high, in }
                         : (struct iq_ptx_place){ in + high, at };
    if (fragment == FRAGMENT_B)
        return x->col[1] ? (struct iq_ptx_place){ at, in + high }
                         : (struct iq_ptx_place){ in, at + high };
    if (x->type[fragment] == TY_F16)
        return (struct iq_ptx_place){ in + high, at };
    return (struct iq_ptx_place){ (lane & 1) + (at & 2) + high, (at & 4) + (lane & 2) + (at & 1) };
}

struct iq_ptx_place iq_ptx_matrix_place(const struct iq_ptx_matrix *x, uint32_t fragment,
                                        uint32_t reg, uint32_t lane, uint32_t e)
{
    struct iq_ptx_extent s = extents[x->shape];
    uint32_t packed = iq_ptx_matrix_packed(x->type[fragment]), group = lane >> 2, in = lane & 3,
             halves = s.m >= 16 ? 2 : 1;
    if (is_halves_in_quads(x))
        return in_quads(x, fragment, reg * packed + e, lane);
    if (fragment >= FRAGMENT_C) {
        uint32_t at = reg * packed + e, block = at / (2 * halves), blocks = s.n / 8;
        at %= 2 * halves;
        return (struct iq_ptx_place){ block / blocks * 16 + (at >> 1) * 8 + group,
                                      block % blocks * 8 + in * 2 + (at & 1) };
    }
    uint32_t steps = s.k / (4 * packed) / (x->sparse && fragment == FRAGMENT_A ? 2 : 1);
    if (fragment == FRAGMENT_A) {
        reg %= s.m / 8 * steps;
        uint32_t tile = reg / (halves * steps), within = reg % (halves * steps);
        return (struct iq_ptx_place){ tile * 16 + within % halves * 8 + group,
                                      within / halves * 4 * packed + in * packed + e };
    }
    reg %= s.n / 8 * steps;
    return (struct iq_ptx_place){ reg % steps * 4 * packed + in * packed + e,
                                  reg / steps * 8 + group };
}

/* Two of four elements are stored, with the place of each in two bits; tf32 count as two halves,
 * four-bit integers in pairs. A row has 16 bits in one lane, 32 in two or 64 in four, shared by
 * rows g and g + 8 of the group of four lanes g. */
uint32_t iq_ptx_matrix_column(const struct iq_ptx_matrix *x, const uint32_t *metadata,
                              uint32_t selector, uint32_t row, uint32_t col)
{
    uint32_t bits = iq_ptx_matrix_bits(x->type[FRAGMENT_A]), unit = bits == 32  ? 2 * col
                                                                    : bits == 4 ? col / 2
                                                                                : col;
    uint32_t units = extents[x->shape].k * bits / (bits >= 16 ? 16 : 8), lane = row % 8 * 4, at;
    if (units == 16)
        lane += selector, at = 2 * unit + row / 8 * 16;
    else if (bits >= 16)
        lane += 2 * selector + unit / 8, at = 2 * (unit % 8) + row / 8 * 16;
    else
        lane += (units == 32 ? 2 * selector : unit / 16 * 2) + row / 8, at = 2 * (unit % 16);
    uint32_t place = unit / 2 * 4 + (metadata[lane & 31] >> at & 3);
    return bits == 32 ? place / 2 : bits == 4 ? 2 * place + col % 2 : place;
}

uint64_t iq_ptx_matrix_pack(const struct iq_ptx_matrix *x)
{
    uint64_t word = x->shape | x->rounding << 8 | (uint64_t)x->saturate << 16 |
                    (uint64_t)x->both << 17 | (uint64_t)x->col[0] << 18 |
                    (uint64_t)x->col[1] << 19 | (uint64_t)x->sparse << 20;
    for (uint32_t k = 0; k < 4; k++)
        word |= (uint64_t)x->type[k] << (32 + 8 * k);
    return word;
}

struct iq_ptx_matrix iq_ptx_matrix_unpack(uint64_t word)
{
    struct iq_ptx_matrix x = { .shape = word & 255,
                               .rounding = word >> 8 & 255,
                               .saturate = word >> 16 & 1,
                               .both = word >> 17 & 1,
                               .col = { word >> 18 & 1, word >> 19 & 1 },
                               .sparse = word >> 20 & 1 };
    for (uint32_t k = 0; k < 4; k++)
        x.type[k] = (enum iq_ptx_type)(word >> (32 + 8 * k) & 255);
    return x;
}
