// link: ptx
/* Conversions of all lanes at once give what those of single lanes give (which
 * ptx_instructions_test and ptx_forms_test judge), for every pair of types, rounding and modifier,
 * at the edges of the types, and leave other lanes alone. */
#include <math.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec_half.h"
#include "ptx/isa.h"
#include "test.h"

enum { LANES = 32, ROUNDS = 24, SOURCE = 512 };

static const enum iq_ptx_type types[] = { TY_U8,  TY_S8,  TY_U16, TY_S16,  TY_U32, TY_S32,
                                          TY_U64, TY_S64, TY_F16, TY_BF16, TY_F32, TY_F64 };
enum { TYPES = sizeof types / sizeof *types };

static uint64_t state = 88172645463325252ull;
static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t integer(void)
{
    uint64_t r = random_bits();
    switch (r & 3) {
    case 0: return (uint64_t)((int64_t)(r >> 2 & 1023) - 512);
    case 1: return ~0ull >> (r >> 2 & 63);
    case 2: return 1ull << (r >> 2 & 63);
    default: return random_bits();
    }
}

/* At and next to a power of two, somewhere, or any bits, of a NaN, too. */
static double real(void)
{
    uint64_t r = random_bits(), bits = random_bits();
    double edge = ldexp(1, (int)(r >> 8 & 127) - 60), d;
    switch (r & 7) {
    case 0: d = edge; break;
    case 1: d = edge - 1; break;
    case 2: d = edge + 0.5; break;
    case 3: d = (double)(bits & 15) / 4; break;
    case 4: d = ldexp((double)(int64_t)bits, -(int)(r >> 8 & 63)); break;
    case 5: d = (double)((r & 256) ? INFINITY : 1e-40); break;
    default: memcpy(&d, &bits, 8); break;
    }
    return r & 1 << 20 ? -d : d;
}

static uint64_t value(enum iq_ptx_type t)
{
    double d = real();
    float f = (float)d;
    uint32_t u;
    uint64_t r = random_bits();
    if (!iq_ptx_type_is_float(t))
        return integer();
    if (t == TY_BF16) /* a signalling NaN is only moved by all lanes, as a GPU does it */
        return (r & 0xffff) | ((r & 0x7fff) > 0x7f80 ? 0x40 : 0);
    if (t == TY_F16)
        return r & 0xffff;
    memcpy(&u, &f, 4);
    memcpy(&r, &d, 8);
    return t == TY_F32 ? u : r;
}

static bool is_in_language(enum iq_ptx_type to, enum iq_ptx_type from, uint32_t rounding,
                           uint32_t flags)
{
    bool tf = iq_ptx_type_is_float(to), ff = iq_ptx_type_is_float(from);
    if (flags & FLOAT_FTZ && to != TY_F32 && from != TY_F32)
        return false;
    if (!tf && !ff)
        return flags & FLOAT_SAT && !rounding && to != from;
    if (!tf)
        return rounding >= RND_RNI;
    if (!ff)
        return rounding >= RND_RN && rounding <= RND_RP;
    return rounding != RND_RNA &&
           (to == from ? !rounding || rounding >= RND_RNI : rounding <= RND_RP);
}

static uint32_t judged;
static void compare(uint32_t mod)
{
    static _Alignas(64) uint8_t registers[1024];
    uint8_t before[SOURCE], expect[SOURCE];
    struct iq_warp w = { .base = { registers } };
    struct iq_ptx_insn i = { .o = { 0, SOURCE }, .mod = mod };
    enum iq_ptx_type to = (enum iq_ptx_type)(mod & 255), from = (enum iq_ptx_type)(mod >> 8 & 255);
    uint32_t size = iq_ptx_register_bytes(iq_ptx_type_size(to)),
             width = iq_ptx_register_bytes(iq_ptx_type_size(from));
    w.mask = random_bits() & 1 ? ~0u : (uint32_t)random_bits();
    w.alive = ~0u;
    w.all = w.mask == ~0u;
    for (uint32_t k = 0; k < SOURCE; k++)
        before[k] = (uint8_t)random_bits();
    memcpy(registers, before, SOURCE);
    memcpy(expect, before, SOURCE);
    for (uint32_t l = 0; l < LANES; l++) {
        uint64_t raw = value(from);
        memcpy(registers + SOURCE + width * l, &raw, width);
        raw &= width == 8 ? ~0ull : (1ull << 8 * width) - 1;
        raw = iq_ptx_converted(raw, mod);
        if (w.mask >> l & 1)
            memcpy(expect + size * l, &raw, size);
    }
    if (!iq_ptx_cpu()->convert(&w, &i)) {
        CHECK(!memcmp(registers, before, SOURCE));
        return;
    }
    judged++;
    if (memcmp(registers, expect, SOURCE))
        printf("cvt of %s to %s, mod %x\n", iq_ptx_type_name(from), iq_ptx_type_name(to), mod);
    CHECK(!memcmp(registers, expect, SOURCE));
}

TEST(all_lanes_as_one)
{
    static const uint32_t flags[] = { 0,          FLOAT_FTZ,   FLOAT_SAT, FLOAT_FTZ | FLOAT_SAT,
                                      FLOAT_RELU, FLOAT_FINITE };
    for (uint32_t k = 0; k < TYPES * TYPES; k++)
        for (uint32_t rounding = 0; rounding <= RND_RPI; rounding++)
            for (uint32_t f = 0; f < sizeof flags / sizeof *flags; f++) {
                enum iq_ptx_type to = types[k / TYPES], from = types[k % TYPES];
                uint32_t mod = (uint32_t)to | (uint32_t)from << 8 | rounding << 16 | flags[f];
                for (uint32_t n = 0; n < ROUNDS && is_in_language(to, from, rounding, flags[f]);
                     n++)
                    compare(mod);
            }
    CHECK(judged > 10000);
}

/* From two singles or two halves, and to two halves. */
static void compare_pairs(enum iq_ptx_type to, enum iq_ptx_type from, uint32_t flags)
{
    static _Alignas(64) uint8_t registers[1024];
    uint8_t before[SOURCE], expect[SOURCE];
    struct iq_warp w = { .base = { registers }, .alive = ~0u };
    struct iq_ptx_insn i = { .o = { 0, SOURCE, SOURCE + (from == TY_F32 ? 128 : 0) } };
    i.mod = (uint32_t)to | (uint32_t)from << 8 | flags;
    w.mask = random_bits() & 1 ? ~0u : (uint32_t)random_bits();
    w.all = w.mask == ~0u;
    for (uint32_t k = 0; k < SOURCE; k++)
        before[k] = (uint8_t)random_bits();
    for (uint32_t k = 0; k < 2 * LANES; k++) {
        uint32_t u = from == TY_F32 && k & 1 ? (uint32_t)value(TY_F32) : (uint32_t)random_bits();
        float near =
            (float)(int)(u & 2047) / (float)(1 << (u >> 11 & 15)); /* of those that differ */
        if (from == TY_F32 && k & 2)
            memcpy(&u, &near, 4);
        memcpy(registers + SOURCE + 4 * k, &u, 4);
    }
    memcpy(registers, before, SOURCE);
    iq_ptx_small_lanes(&w, &i);
    memcpy(expect, registers, SOURCE);
    memcpy(registers, before, SOURCE);
    CHECK(iq_ptx_cpu()->convert_small(&w, &i));
    if (memcmp(registers, expect, SOURCE))
        printf("cvt of %s to %s, mod %x\n", iq_ptx_type_name(from), iq_ptx_type_name(to), i.mod);
    CHECK(!memcmp(registers, expect, SOURCE));
}

TEST(pairs_of_few_bits)
{
    static const enum iq_ptx_type few[] = { TY_E4M3X2, TY_E5M2X2, TY_E3M2X2, TY_E2M3X2, TY_E2M1X2 };
    for (uint32_t k = 0; k < 5; k++)
        for (uint32_t n = 0; n < 2000; n++) {
            compare_pairs(few[k], TY_F32, n & 1 ? FLOAT_RELU : 0);
            compare_pairs(few[k], TY_F16X2, n & 1 ? FLOAT_RELU : 0);
            compare_pairs(TY_F16X2, few[k], n & 1 ? FLOAT_RELU : 0);
        }
}
