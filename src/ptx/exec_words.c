/* The commonest operations on 32-bit words that have no vector handler, for all lanes in one loop each; a fraction of the time that
 * exec_lane.c takes, which has the other widths. */
#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_words.h"
#include "ptx/isa.h"

#include <string.h>

#define EACH for (uint32_t l = 0; l < IQ_PTX_LANES; l++)

struct words { const uint32_t *a, *b, *c; uint32_t *out; };

static uint64_t pair_of(uint32_t low, uint32_t high) { return (uint64_t)high << 32 | low; }

static void logic(const struct words *x, uint32_t table)
{
    memset(x->out, 0, IQ_PTX_LANES * sizeof *x->out);
    for (uint32_t k = 0; k < 8; k++) {
        uint32_t na = k & 4 ? 0 : ~0u, nb = k & 2 ? 0 : ~0u, nc = k & 1 ? 0 : ~0u;
        if (table >> k & 1)
            EACH x->out[l] |= (x->a[l] ^ na) & (x->b[l] ^ nb) & (x->c[l] ^ nc);
    }
}

static uint32_t permuted(uint64_t pair, uint32_t selector)
{
    uint32_t r = 0;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t by = selector >> 4 * k & 15, byte = (uint32_t)(pair >> 8 * (by & 7)) & 255;
        r |= (by & 8 ? byte >> 7 ? 255 : 0 : byte) << 8 * k;
    }
    return r;
}

static uint32_t divided(uint32_t a, uint32_t b, bool sign, bool rest)
{
    if (!b)
        return rest ? a : ~0u;
    if (!sign)
        return rest ? a % b : a / b;
    if (b == ~0u)
        return rest ? 0 : 0 - a;
    return (uint32_t)(rest ? (int32_t)a % (int32_t)b : (int32_t)a / (int32_t)b);
}

/* A field of [bits] from bit [at] on; its sign is the last bit of it that exists. */
static uint32_t field(uint32_t a, uint32_t at, uint32_t bits, bool sign)
{
    at &= 255;
    bits &= 255;
    if (!bits)
        return 0;
    int64_t wide = sign ? (int32_t)a : (int64_t)a;
    if (at > 31)
        return sign && wide < 0 ? ~0u : 0;
    if (bits > 32 - at)
        return (uint32_t)(wide >> at);
    return sign ? (uint32_t)((int32_t)(a << (32 - at - bits)) >> (32 - bits)) : a << (32 - at - bits) >> (32 - bits);
}

static bool compute(const struct words *x, uint32_t code, bool sign, uint32_t table)
{
    switch (code) {
    case LANE_POPC: EACH x->out[l] = (uint32_t)__builtin_popcount(x->a[l]); return true;
    case LANE_CLZ: EACH x->out[l] = x->a[l] ? (uint32_t)__builtin_clz(x->a[l]) : 32; return true;
    case LANE_LOP3: logic(x, table); return true;
    case LANE_SHF_L_WRAP: EACH x->out[l] = (uint32_t)(pair_of(x->a[l], x->b[l]) << (x->c[l] & 31) >> 32); return true;
    case LANE_SHF_R_WRAP: EACH x->out[l] = (uint32_t)(pair_of(x->a[l], x->b[l]) >> (x->c[l] & 31)); return true;
    case LANE_PRMT: EACH x->out[l] = permuted(pair_of(x->a[l], x->b[l]), x->c[l]); return true;
    case LANE_BFE: EACH x->out[l] = field(x->a[l], x->b[l], x->c[l], sign); return true;
    case LANE_DIV: EACH x->out[l] = divided(x->a[l], x->b[l], sign, false); return true;
    case LANE_REM: EACH x->out[l] = divided(x->a[l], x->b[l], sign, true); return true;
    default: return false;
    }
}

bool iq_ptx_lane_words(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    uint32_t out[IQ_PTX_LANES], sources = i->ns < 3 ? i->ns : 3;
    const uint32_t *in[3] = {NULL, NULL, NULL};
    for (uint32_t k = 0; k <= sources; k++)
        if (LANE_SIZE(i->mod, k) != 2)
            return false;
    for (uint32_t k = 0; k < 3; k++)
        in[k] = IQ_PTX_REG(const uint32_t, w, i->o[k < sources ? 1 + k : 1]);
    const struct words x = {in[0], in[1], in[2], out};
    if (!sources || !compute(&x, i->mod & 255, iq_ptx_type_is_signed((enum iq_ptx_type)(i->mod >> 8 & 255)), (uint32_t)i->imm))
        return false;
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    if (w->all)
        memcpy(d, out, sizeof out);
    for (uint32_t m = w->all ? 0 : w->mask; m; m &= m - 1)
        d[iq_ptx_first_lane(m)] = out[iq_ptx_first_lane(m)];
    return true;
}
