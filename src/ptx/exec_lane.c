/* Integer instructions that work lane by lane. */
#include <string.h>

#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/exec_cold.h"
#include "ptx/isa.h"

static uint64_t read_lane(struct iq_warp *w, uint32_t operand, uint32_t log, uint32_t lane)
{
    switch (log) {
    case 1: return IQ_PTX_REG(const uint16_t, w, operand)[lane];
    case 2: return IQ_PTX_REG(const uint32_t, w, operand)[lane];
    case 3: return IQ_PTX_REG(const uint64_t, w, operand)[lane];
    default: return *IQ_PTX_REG(const uint32_t, w, operand) >> lane & 1;
    }
}

static void write_lane(struct iq_warp *w, uint32_t operand, uint32_t log, uint32_t lane,
                       uint64_t value)
{
    switch (log) {
    case 1: IQ_PTX_REG(uint16_t, w, operand)[lane] = (uint16_t)value; break;
    case 2: IQ_PTX_REG(uint32_t, w, operand)[lane] = (uint32_t)value; break;
    default: IQ_PTX_REG(uint64_t, w, operand)[lane] = value; break;
    }
}

static uint64_t ones(uint32_t bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

static int64_t extend(uint64_t x, uint32_t bits)
{
    return (int64_t)(x << (64 - bits)) >> (64 - bits);
}

/* a + b + carry in `bits` bits; the carry flag of the lane is written if asked. */
static uint64_t add_carry(struct iq_warp *w, uint32_t lane, uint64_t a, uint64_t b, uint64_t in,
                          uint32_t bits, bool write)
{
    a &= ones(bits);
    b &= ones(bits);
    uint64_t sum = a + b + in;
    bool out = bits == 64 ? sum < a || (in && sum == a) : sum >> bits != 0;
    if (write)
        w->carry = (w->carry & ~(1u << lane)) | (uint32_t)out << lane;
    return sum;
}

/* There is one flag and one adder: a difference is a sum with the complement, and leaves a carry
 * where nothing is borrowed.  Compilers read it by addc. */
static uint64_t sub_carry(struct iq_warp *w, uint32_t lane, uint64_t a, uint64_t b, uint64_t in,
                          uint32_t bits, bool write)
{
    return add_carry(w, lane, a, ~b, in, bits, write);
}

static int64_t clamp32(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}

static uint64_t divide(uint64_t a, uint64_t b, uint32_t bits, bool sign, bool rest)
{
    a &= ones(bits);
    b &= ones(bits);
    if (!b)
        return ~0ull;
    if (!sign)
        return rest ? a % b : a / b;
    int64_t x = extend(a, bits), y = extend(b, bits);
    if (y == -1)
        return rest ? 0 : 0 - (uint64_t)x;
    return (uint64_t)(rest ? x % y : x / y);
}

static uint64_t reverse(uint64_t x, uint32_t bits)
{
    uint64_t r = 0;
    for (uint32_t k = 0; k < bits; k++)
        r |= (x >> k & 1) << (bits - 1 - k);
    return r;
}

static uint64_t find_bit(uint64_t a, uint32_t bits, bool sign, bool shift)
{
    a &= ones(bits);
    if (sign && (a >> (bits - 1) & 1))
        a = ~a & ones(bits);
    if (!a)
        return 0xffffffff;
    uint32_t top = 63 - (uint32_t)__builtin_clzll(a);
    return shift ? bits - 1 - top : top;
}

static uint64_t find_nth(uint32_t mask, uint32_t base, int32_t offset)
{
    if (base > 31)
        return 0xffffffff;
    if (offset == INT32_MIN) /* has no opposite: as hardware does */
        return 0;
    if (!offset)
        return mask >> base & 1 ? base : 0xffffffff;
    int32_t step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
    for (int32_t at = (int32_t)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0)
            return (uint64_t)at;
    return 0xffffffff;
}

/* Place and length are bytes in a word, and whole numbers in two. */
static uint64_t extract(uint64_t a, uint64_t pos, uint64_t len, uint32_t bits, bool sign)
{
    pos &= bits == 32 ? 255 : UINT32_MAX;
    len &= bits == 32 ? 255 : UINT32_MAX;
    uint64_t top = sign && len ? a >> (pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1) & 1 : 0;
    uint64_t field = pos < bits ? (a & ones(bits)) >> pos : 0;
    uint32_t have = pos < bits ? bits - (uint32_t)pos : 0,
             valid = len < have ? (uint32_t)len : have;
    field &= ones(valid);
    if (top)
        field |= ~ones(valid);
    return len ? field : 0;
}

static uint64_t insert(uint64_t a, uint64_t b, uint32_t pos, uint32_t len, uint32_t bits)
{
    pos &= bits == 32 ? 255 : UINT32_MAX;
    len &= bits == 32 ? 255 : UINT32_MAX;
    if (pos >= bits || !len)
        return b;
    uint64_t mask = ones(len > bits - pos ? bits - pos : len) << pos;
    return (b & ~mask) | (a << pos & mask);
}

static uint64_t dot(uint32_t a, uint32_t b, uint32_t c, uint64_t signs, uint32_t code)
{
    for (uint32_t k = 0; k < (code == LANE_DP4A ? 4u : 2u); k++) {
        uint32_t width = code == LANE_DP4A ? 8 : 16, at = code == LANE_DP2A_HI ? 2 + k : k;
        uint64_t x = a >> (width * k) & ones(width), y = b >> (8 * at) & 255;
        c += (uint32_t)((signs & 1 ? extend(x, width) : (int64_t)x) *
                        (signs & 2 ? extend(y, 8) : (int64_t)y));
    }
    return c;
}

/* Clamped; hot/words.inc has those that wrap. */
static uint64_t funnel(uint32_t a, uint32_t b, uint32_t c, bool left)
{
    uint32_t n = c > 32 ? 32 : c;
    uint64_t pair = (uint64_t)b << 32 | a;
    return left ? (n == 32 ? a : (uint32_t)(pair << n >> 32)) : (uint32_t)(n == 32 ? b : pair >> n);
}

/* The modes; hot/words.inc has prmt without one. */
static uint64_t permute(uint32_t a, uint32_t b, uint32_t c, uint32_t code)
{
    uint64_t pair = (uint64_t)b << 32 | a, r = 0;
    uint32_t n = c & 3;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t at;
        switch (code) {
        case LANE_PRMT_F4E: at = n + k; break;
        case LANE_PRMT_B4E: at = (n - k) & 7; break;
        case LANE_PRMT_RC8: at = n; break;
        case LANE_PRMT_ECL: at = k > n ? k : n; break;
        case LANE_PRMT_ECR: at = k < n ? k : n; break;
        default: at = (n & 1) * 2 + (k & 1); break;
        }
        r |= (pair >> (8 * at) & 255) << (8 * k);
    }
    return r;
}

static uint64_t mul24(uint64_t a, uint64_t b, bool sign, bool high)
{
    int64_t x = sign ? extend(a, 24) : (int64_t)(a & 0xffffff),
            y = sign ? extend(b, 24) : (int64_t)(b & 0xffffff);
    uint64_t p = (uint64_t)(x * y);
    return high ? p >> 16 : p;
}

static uint64_t pairs(uint64_t a, uint64_t b, bool sign, uint32_t code, bool relu)
{
    uint64_t r = 0;
    for (uint32_t k = 0; k < 32; k += 16) {
        uint64_t x = a >> k & 0xffff, y = b >> k & 0xffff;
        bool less = sign ? extend(x, 16) < extend(y, 16) : x < y;
        uint64_t v = code == LANE_ADD16X2   ? x + y
                     : code == LANE_MIN16X2 ? less ? x : y
                     : less                 ? y
                                            : x;
        r |= relu && extend(v, 16) < 0 ? 0 : (v & 0xffff) << k;
    }
    return r;
}

static bool in_space(struct iq_warp *w, uint64_t addr, uint64_t space)
{
    const struct iq_ptx_launch *l = w->block->launch;
    bool shared = addr - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES,
         local = addr - IQ_PTX_LOCAL_BASE < IQ_PTX_WINDOW_BYTES;
    bool param = addr - (uint64_t)(uintptr_t)l->params < l->desc.kernel->param_bytes;
    bool constant = iq_ptx_image_is_constant(l->desc.image, addr);
    if (space == IQ_PTX_SHARED) /* without more: the block's own */
        return shared && iq_ptx_cluster_rank(w->block, addr - IQ_PTX_SHARED_BASE) == w->block->rank;
    switch (space & ~(uint64_t)LANE_IN_CLUSTER) {
    case IQ_PTX_SHARED: return shared;
    case IQ_PTX_LOCAL: return local;
    case IQ_PTX_PARAM: return param;
    case IQ_PTX_CONST: return constant;
    default: return !shared && !local && !constant;
    }
}

static bool test_float(uint64_t a, uint32_t bits, uint64_t kind)
{
    uint32_t mantissa = bits == 32 ? 23 : 52;
    uint64_t exponent = a >> mantissa & ones(bits - 1 - mantissa), fraction = a & ones(mantissa),
             full = ones(bits - 1 - mantissa);
    switch (kind) {
    case 1: return exponent != full;
    case 2: return exponent == full && !fraction;
    case 3: return exponent != full || !fraction;
    case 4: return exponent == full && fraction;
    case 5: return exponent != full && (exponent || !fraction); /* zero counts */
    default: return !exponent && fraction;
    }
}

struct args {
    uint64_t a, b, c, e;
    uint32_t lane, bits;
    bool sign;
    enum iq_ptx_type type;
};

static uint64_t arithmetic(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t code,
                           const struct args *x)
{
    uint64_t in = w->carry >> x->lane & 1, a = x->a, b = x->b, c = x->c;
    int64_t sa = extend(a, x->bits), sb = extend(b, x->bits);
    switch (code) {
    case LANE_ADDC: return add_carry(w, x->lane, a, b, in, x->bits, false);
    case LANE_ADDCC: return add_carry(w, x->lane, a, b, 0, x->bits, true);
    case LANE_ADDCCC: return add_carry(w, x->lane, a, b, in, x->bits, true);
    case LANE_SUBC: return sub_carry(w, x->lane, a, b, in, x->bits, false);
    case LANE_SUBCC: return sub_carry(w, x->lane, a, b, 1, x->bits, true);
    case LANE_SUBCCC: return sub_carry(w, x->lane, a, b, in, x->bits, true);
    case LANE_ADDSAT: return (uint64_t)clamp32((int64_t)(int32_t)a + (int32_t)b);
    case LANE_SUBSAT: return (uint64_t)clamp32((int64_t)(int32_t)a - (int32_t)b);
    case LANE_MUL24_LO:
    case LANE_MUL24_HI: return mul24(a, b, x->sign, code == LANE_MUL24_HI);
    case LANE_MAD24_LO:
    case LANE_MAD24_HI: return mul24(a, b, x->sign, code == LANE_MAD24_HI) + c;
    case LANE_MAD24_HI_SAT:
        return (uint64_t)clamp32((int64_t)(int32_t)mul24(a, b, true, true) + (int32_t)c);
    case LANE_SAD: return c + (x->sign ? sa < sb ? b - a : a - b : a < b ? b - a : a - b);
    case LANE_DIV: return divide(a, b, x->bits, x->sign, false);
    case LANE_REM: return divide(a, b, x->bits, x->sign, true);
    case LANE_DP4A:
    case LANE_DP2A_LO:
    case LANE_DP2A_HI: return dot((uint32_t)a, (uint32_t)b, (uint32_t)c, i->imm, code);
    case LANE_RELU_MIN:
    case LANE_RELU_MAX: {
        int64_t r = (sa < sb) == (code == LANE_RELU_MIN) ? sa : sb;
        return (uint64_t)(r < 0 ? 0 : r);
    }
    default: return pairs(a, b, x->sign, code, i->imm & 1);
    }
}

static uint64_t bits(uint32_t code, const struct args *x)
{
    uint64_t a = x->a & ones(x->bits), b = x->b, c = x->c;
    switch (code) {
    case LANE_POPC: return (uint64_t)__builtin_popcountll(a);
    case LANE_CLZ: return a ? (uint64_t)__builtin_clzll(a) - (64 - x->bits) : x->bits;
    case LANE_BFIND:
    case LANE_BFIND_SHIFT: return find_bit(a, x->bits, x->sign, code == LANE_BFIND_SHIFT);
    case LANE_FNS: return find_nth((uint32_t)a, (uint32_t)b, (int32_t)c);
    case LANE_BREV: return reverse(a, x->bits);
    case LANE_BFE: return extract(a, (uint32_t)b, (uint32_t)c, x->bits, x->sign);
    case LANE_BFI: return insert(a, b, (uint32_t)c, (uint32_t)x->e, x->bits);
    case LANE_BMSK: return a >= 32 ? 0 : ones(b > 32 ? 32 : (uint32_t)b) << a;
    case LANE_BMSK_WRAP: return ones(b & 31) << (a & 31);
    case LANE_SZEXT:
    case LANE_SZEXT_WRAP: {
        uint32_t n = code == LANE_SZEXT_WRAP ? b & 31 : b > 32 ? 32 : (uint32_t)b;
        return !n ? 0 : x->sign ? (uint64_t)extend(a, n) : a & ones(n);
    }
    case LANE_CNOT: return !a;
    case LANE_SHF_L_CLAMP:
    case LANE_SHF_R_CLAMP:
        return funnel((uint32_t)a, (uint32_t)b, (uint32_t)c, code == LANE_SHF_L_CLAMP);
    case LANE_SLCT_S32: return (int32_t)c >= 0 ? a : b;
    case LANE_SLCT_FTZ:
        return (c & 0x7fffffff) <= 0x7f800000 && (!(c >> 31) || !(c & 0x7f800000)) ? a : b;
    case LANE_SLCT_F32:
        return (c & 0x7fffffff) <= 0x7f800000 && (!(c >> 31) || !(c & 0x7fffffff)) ? a : b;
    default: return permute((uint32_t)a, (uint32_t)b, (uint32_t)c, code);
    }
}

static bool is_arithmetic(uint32_t code)
{
    return code <= LANE_REM || (code >= LANE_DP4A && code <= LANE_DP2A_HI) || code >= LANE_RELU_MIN;
}

IQ_PTX_COLD(lane)
{
    uint32_t code = i->mod & 255;
    enum iq_ptx_type type = (enum iq_ptx_type)(i->mod >> 8 & 255);
    struct args x = { .bits = 8 * iq_ptx_type_size(type),
                      .sign = iq_ptx_type_is_signed(type),
                      .type = type };
    for (uint32_t m = w->mask; m; m &= m - 1) {
        x.lane = iq_ptx_first_lane(m);
        uint64_t *in[] = { &x.a, &x.b, &x.c, &x.e };
        for (uint32_t k = 0; k < i->ns && k < 4; k++)
            *in[k] = read_lane(w, i->o[1 + k], LANE_SIZE(i->mod, k + 1), x.lane);
        write_lane(w, i->o[0], LANE_SIZE(i->mod, 0), x.lane,
                   is_arithmetic(code) ? arithmetic(w, i, code, &x) : bits(code, &x));
    }
    return i + 1;
}

IQ_PTX_COLD(lanep)
{
    uint32_t code = i->mod & 255, result = 0,
             size = 8 * iq_ptx_type_size((enum iq_ptx_type)(i->mod >> 8 & 255));
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint64_t a = read_lane(w, i->o[1], LANE_SIZE(i->mod, 1), l);
        result |=
            (uint32_t)(code == LANE_TESTP ? test_float(a, size, i->imm) : in_space(w, a, i->imm))
            << l;
    }
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    *d = (*d & ~w->mask) | result;
    return i + 1;
}

IQ_PTX_COLD(unpack)
{
    uint32_t n = i->nd, size = i->mod, cell = iq_ptx_register_bytes(size);
    uint8_t copy[512];
    memcpy(copy, IQ_PTX_REG(const uint8_t, w, i->o[n]), (size_t)n * size * 32);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        for (uint32_t k = 0; k < n; k++) {
            uint8_t value[8] = { 0 };
            memcpy(value, copy + (l * n + k) * size, size);
            memcpy(IQ_PTX_REG(uint8_t, w, i->o[k]) + l * cell, value, cell);
        }
    }
    return i + 1;
}

IQ_PTX_COLD(pack)
{
    uint32_t n = i->ns, size = i->mod, cell = iq_ptx_register_bytes(size);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint8_t value[16];
        for (uint32_t k = 0; k < n; k++)
            memcpy(value + k * size, IQ_PTX_REG(const uint8_t, w, i->o[1 + k]) + l * cell, size);
        memcpy(IQ_PTX_REG(uint8_t, w, i->o[0]) + l * n * size, value, (size_t)n * size);
    }
    return i + 1;
}
