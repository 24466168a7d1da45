// link: ptx
/* Matrix instructions: registers are filled by the tables of the PTX manual, shape by shape;
 * products are computed here. */
#include <math.h>

#include "../ptx/say.h"
#include "ptx_run.h"

static struct run r;

/* PTX_DUMP: a folder for the generated texts, to be given to a compiler. */
static void load_text(void)
{
    struct iq_ptx_diag diag = { 0 };
    static int number;
    const char *dump = getenv("PTX_DUMP");
    if (dump) {
        char path[600];
        snprintf(path, sizeof path, "%s/matrix%d.ptx", dump, number++);
        FILE *out = fopen(path, "w");
        fputs(written, out);
        fclose(out);
    }
    int error = run_load_text(&r, written, used, &diag);
    if (error) {
        char *said = iq_ptx_diag_format(&diag, "matrix");
        fprintf(stderr, "%s%s", said, written);
        exit(1);
    }
    iq_ptx_diag_finish(&diag);
}

/* ---- values ---- */

enum kind { HALF, BFLOAT, TF32, F64, S8, U8, S4, U4, B1, E4M3, E5M2, F32, S32 };
static const struct {
    unsigned bits;
    const char *name;
} kinds[] = { { 16, "f16" }, { 16, "bf16" }, { 32, "tf32" }, { 64, "f64" }, { 8, "s8" },
              { 8, "u8" },   { 4, "s4" },    { 4, "u4" },    { 1, "b1" },   { 8, "e4m3" },
              { 8, "e5m2" }, { 32, "f32" },  { 32, "s32" } };

/* Small integers k / 1: exact in every format. */
static uint64_t encode(enum kind kind, int v)
{
    float f = (float)v;
    double d = v;
    uint32_t u;
    uint64_t w;
    memcpy(&u, &f, 4);
    memcpy(&w, &d, 8);
    switch (kind) {
    case HALF:
    case E5M2: {
        uint32_t h =
            v ? (u >> 16 & 0x8000) | (((u >> 23 & 255) - 112) << 10 | (u >> 13 & 1023)) : 0;
        return kind == HALF ? h : h >> 8;
    }
    case E4M3: return v ? (u >> 24 & 0x80) | ((u >> 23 & 255) - 120) << 3 | (u >> 20 & 7) : 0;
    case BFLOAT: return u >> 16;
    case F64: return w;
    case TF32:
    case F32: return u;
    case S4:
    case U4: return (uint32_t)v & 15;
    case S8:
    case U8: return (uint32_t)v & 255;
    case B1: return (uint32_t)v & 1;
    default: return (uint32_t)v;
    }
}

static int decode(enum kind kind, uint64_t bits)
{
    float f;
    double d;
    uint32_t u = (uint32_t)bits;
    switch (kind) {
    case HALF:
        return (int)(u & 0x7c00 ? ldexp((double)(1024 + (u & 1023)), (int)(u >> 10 & 31) - 25)
                                : 0) *
               (u & 0x8000 ? -1 : 1);
    case F32: memcpy(&f, &u, 4); return (int)f;
    case F64: memcpy(&d, &bits, 8); return (int)d;
    default: return (int)u;
    }
}

static unsigned seed = 5;
static int small(enum kind kind)
{
    int v = (int)((seed = seed * 1664525u + 1013904223u) >> 20);
    switch (kind) {
    case U8: return v % 256;
    case S8: return v % 256 - 128;
    case U4: return v % 16;
    case S4: return v % 16 - 8;
    case B1: return v & 1;
    case E5M2:
    case E4M3: return v % 9 - 4;
    default: return v % 15 - 7;
    }
}

/* ---- layouts, as the manual has them (g: group of the lane, t: lane in its group) ---- */

enum shape {
    K4H,
    M8K4D,
    M8K16,
    M8K32,
    M8K128,
    M16K4,
    M16K8H,
    M16K8T,
    M16K8D,
    M16K16H,
    M16K16D,
    M16K16B,
    M16K32B,
    M16K32N,
    M16K64N,
    M16K128,
    M16K256,
    M16K4D
};
static const struct {
    const char *name;
    int m, k;
} shapes[] = { { "m8n8k4", 8, 4 },       { "m8n8k4", 8, 4 },       { "m8n8k16", 8, 16 },
               { "m8n8k32", 8, 32 },     { "m8n8k128", 8, 128 },   { "m16n8k4", 16, 4 },
               { "m16n8k8", 16, 8 },     { "m16n8k8", 16, 8 },     { "m16n8k8", 16, 8 },
               { "m16n8k16", 16, 16 },   { "m16n8k16", 16, 16 },   { "m16n8k16", 16, 16 },
               { "m16n8k32", 16, 32 },   { "m16n8k32", 16, 32 },   { "m16n8k64", 16, 64 },
               { "m16n8k128", 16, 128 }, { "m16n8k256", 16, 256 }, { "m16n8k4", 16, 4 } };

static void place_a(enum shape s, int lane, int i, bool col, int *row, int *column)
{
    int g = lane >> 2, t = lane % 4;
    switch (s) {
    case K4H:
        *row = col ? i % 4 + (lane < 16 ? 0 : 4) : t + (lane < 16 ? 0 : 4);
        *column = col ? t : i;
        break;
    case M8K4D:
        *row = g;
        *column = t;
        break;
    case M8K16:
        *row = g;
        *column = t * 4 + i;
        break;
    case M8K32:
        *row = g;
        *column = t * 8 + i;
        break;
    case M8K128:
        *row = g;
        *column = t * 32 + i;
        break;
    case M16K4:
    case M16K4D:
        *row = i == 0 ? g : g + 8;
        *column = t;
        break;
    case M16K8H:
        *row = i == 0 || i == 1 ? g : g + 8;
        *column = t * 2 + (i & 1);
        break;
    case M16K8T:
    case M16K8D:
        *row = i == 0 || i == 2 ? g : g + 8;
        *column = i == 0 || i == 1 ? t : t + 4;
        break;
    case M16K16H:
        *row = i < 2 || (i >= 4 && i < 6) ? g : g + 8;
        *column = i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8;
        break;
    case M16K16D:
        *row = i % 2 == 0 ? g : g + 8;
        *column = i % 2 == 0 ? 2 * i + t : 2 * i - 2 + t;
        break;
    case M16K16B:
        *row = i < 4 ? g : g + 8;
        *column = t * 4 + (i & 3);
        break;
    case M16K32B:
        *row = i < 4 || (i >= 8 && i < 12) ? g : g + 8;
        *column = t * 4 + (i & 3) + (i < 8 ? 0 : 16);
        break;
    case M16K32N:
        *row = i < 8 ? g : g + 8;
        *column = t * 8 + (i & 7);
        break;
    case M16K64N:
        *row = i < 8 || (i >= 16 && i < 24) ? g : g + 8;
        *column = t * 8 + (i & 7) + (i < 16 ? 0 : 32);
        break;
    case M16K128:
        *row = i < 32 ? g : g + 8;
        *column = t * 32 + (i & 31);
        break;
    case M16K256:
        *row = i < 32 || (i >= 64 && i < 96) ? g : g + 8;
        *column = t * 32 + (i & 31) + (i < 64 ? 0 : 128);
        break;
    }
}

static void place_b(enum shape s, int lane, int i, bool col, int *row, int *column)
{
    int g = lane >> 2, t = lane % 4;
    *column = g;
    switch (s) {
    case K4H:
        *row = col ? i : t;
        *column = col ? t + (lane < 16 ? 0 : 4) : i + (lane < 16 ? 0 : 4);
        break;
    case M8K4D:
    case M16K4:
    case M16K4D: *row = t; break;
    case M8K16:
    case M16K16B: *row = t * 4 + i; break;
    case M8K32:
    case M16K32N: *row = t * 8 + i; break;
    case M8K128:
    case M16K128: *row = t * 32 + i; break;
    case M16K8H: *row = t * 2 + i; break;
    case M16K8T:
    case M16K8D: *row = i == 0 ? t : t + 4; break;
    case M16K16H: *row = i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8; break;
    case M16K16D: *row = t + i * 4; break;
    case M16K32B: *row = i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16; break;
    case M16K64N: *row = i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32; break;
    case M16K256: *row = i < 32 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128; break;
    }
}

static void place_c(enum shape s, enum kind kind, int lane, int i, int *row, int *column)
{
    int g = lane >> 2, t = lane % 4;
    if (s == K4H && kind == HALF) {
        *row = t + (lane < 16 ? 0 : 4);
        *column = i;
    } else if (s == K4H) {
        *row = (lane & 1) + (i & 2) + (lane < 16 ? 0 : 4);
        *column = (i & 4) + (lane & 2) + (i & 1);
    } else {
        *row = i < 2 ? g : g + 8;
        *column = t * 2 + (i & 1);
    }
}

/* ---- mma ---- */

static void set_element(void *registers, enum kind kind, int index, uint64_t value)
{
    unsigned bits = kinds[kind].bits;
    uint8_t *at = registers;
    if (bits >= 8) {
        memcpy(at + (size_t)index * bits / 8, &value, bits / 8);
        return;
    }
    unsigned shift = (unsigned)index * bits % 8;
    at[(unsigned)index * bits / 8] |= (uint8_t)(value << shift);
}

static int per_lane(enum shape s, int fragment)
{
    int m = shapes[s].m, k = shapes[s].k;
    if (s == K4H)
        return fragment < 2 ? 4 : 8;
    return (fragment == 0 ? m * k : fragment == 1 ? k * 8 : m * 8) / 32;
}

static void vector(char prefix, int n)
{
    say("{");
    for (int k = 0; k < n; k++)
        say("%s%c%d", k ? ", " : "", prefix, k);
    say("}");
}

static int registers(enum shape s, enum kind kind, int fragment)
{
    int bits = per_lane(s, fragment) * (int)kinds[kind].bits;
    return kind == F64 ? bits / 64 : bits / 32;
}

/* in: for each lane its registers a, b, c, 64 bits apart if f64, else 32, and a word of metadata if
 * there is a sparsity selector (not negative); out: its registers d. */
static void mma_text(const char *instruction, const int *n, bool wide, int selector)
{
    unsigned step = wide ? 8 : 4;
    int total = n[0] + n[1] + n[2] + (selector >= 0);
    used = 0;
    say(".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out) {\n"
        ".reg .b%u a<9>, b<9>, c<9>, d<9>; .reg .b64 p<4>; .reg .b32 t<2>, e;\n"
        "ld.param.u64 p0, [in]; ld.param.u64 p1, [out]; mov.u32 t0, %%tid.x;\n"
        "mad.wide.u32 p2, t0, %u, p0; mad.wide.u32 p3, t0, %u, p1;\n",
        8 * step, (unsigned)total * step, (unsigned)n[3] * step);
    for (int f = 0, at = 0; f < 3; f++)
        for (int k = 0; k < n[f]; k++, at++)
            say("ld.global.b%u %c%d, [p2+%u];\n", 8 * step, "abc"[f], k, (unsigned)at * step);
    if (selector >= 0)
        say("ld.global.b32 e, [p2+%u];\n", (unsigned)(total - 1) * step);
    say("%s ", instruction);
    vector('d', n[3]);
    for (int f = 0; f < 3; f++) {
        say(", ");
        vector("abc"[f], n[f]);
    }
    if (selector >= 0)
        say(", e, %d", selector);
    say(";\n");
    for (int k = 0; k < n[3]; k++)
        say("st.global.b%u [p3+%u], d%d;\n", 8 * step, (unsigned)k * step, k);
    say("ret; }\n");
}

struct matrices {
    int a[16][256], b[256][8], c[16][8];
};

static int expected(const struct matrices *x, enum shape s, enum kind kind, int row, int column,
                    bool both, bool saturate)
{
    int64_t sum = x->c[row][column];
    for (int k = 0; k < shapes[s].k; k++)
        sum += kind != B1 ? (int64_t)x->a[row][k] * x->b[k][column]
               : both     ? x->a[row][k] & x->b[k][column]
                          : x->a[row][k] ^ x->b[k][column];
    if (saturate)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (int)(unsigned)sum;
}

static void mma_case(const char *instruction, enum shape s, enum kind ka, enum kind kb,
                     enum kind kc, enum kind kd, int big)
{
    bool wide = ka == F64, both = strstr(instruction, "and.popc"),
         saturate = strstr(instruction, "satfinite");
    bool cola = strstr(instruction, ".col.col") || strstr(instruction, ".col.row"),
         colb = strstr(instruction, ".row.col") || strstr(instruction, ".col.col");
    int n[4] = { registers(s, ka, 0), registers(s, kb, 1), registers(s, kc, 2),
                 registers(s, kd, 2) };
    static struct matrices x[4]; /* m8n8k4 of halves: four products at once */
    size_t step = wide ? 8 : 4, each = (size_t)(n[0] + n[1] + n[2]) * step;
    mma_text(instruction, n, wide, -1);
    load_text();
    uint8_t *in = run_array(&r, 32 * each), *out = run_array(&r, 32 * (size_t)n[3] * step);
    for (int q = 0; q < 4; q++) {
        for (int i = 0; i < shapes[s].m; i++)
            for (int k = 0; k < shapes[s].k; k++)
                x[q].a[i][k] = small(ka);
        for (int k = 0; k < shapes[s].k; k++)
            for (int j = 0; j < 8; j++)
                x[q].b[k][j] = small(kb);
        for (int i = 0; i < shapes[s].m; i++)
            for (int j = 0; j < 8; j++)
                x[q].c[i][j] = big ? i & 1 ? big : -big : small(kc == S32 ? S8 : kc);
    }
    for (int lane = 0; lane < 32; lane++) {
        uint8_t *regs = in + (size_t)lane * each;
        struct matrices *m = &x[s == K4H ? lane / 4 % 4 : 0];
        int row, column;
        for (int i = 0; i < per_lane(s, 0); i++) {
            place_a(s, lane, i, cola, &row, &column);
            set_element(regs, ka, i, encode(ka, m->a[row][column]));
        }
        for (int i = 0; i < per_lane(s, 1); i++) {
            place_b(s, lane, i, colb, &row, &column);
            set_element(regs + (size_t)n[0] * step, kb, i, encode(kb, m->b[row][column]));
        }
        for (int i = 0; i < per_lane(s, 2); i++) {
            place_c(s, kc, lane, i, &row, &column);
            set_element(regs + (size_t)(n[0] + n[1]) * step, kc, i, encode(kc, m->c[row][column]));
        }
    }
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 1, 32, 0));
    int wrong = 0;
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < per_lane(s, 2); i++) {
            int row, column;
            uint64_t bits = 0;
            place_c(s, kd, lane, i, &row, &column);
            memcpy(&bits, out + (size_t)lane * (size_t)n[3] * step + (size_t)i * kinds[kd].bits / 8,
                   kinds[kd].bits / 8);
            wrong += decode(kd, bits) !=
                     expected(&x[s == K4H ? lane / 4 % 4 : 0], s, ka, row, column, both, saturate);
        }
    if (wrong)
        fprintf(stderr, "%s: %d wrong results\n", instruction, wrong);
    CHECK_INT(wrong, 0);
    run_finish(&r);
}

TEST(mma_of_halves)
{
    static const char *const orders[] = { "row.row", "row.col", "col.row", "col.col" };
    char name[100];
    for (int o = 0; o < 4; o++)
        for (int t = 0; t < 4; t++) {
            enum kind d = t & 1 ? HALF : F32, c = t & 2 ? HALF : F32;
            if (d == HALF && c == F32)
                continue;
            snprintf(name, sizeof name, "mma.sync.aligned.m8n8k4.%s.%s.f16.f16.%s", orders[o],
                     kinds[d].name, kinds[c].name);
            mma_case(name, K4H, HALF, HALF, c, d, 0);
        }
    mma_case("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", M16K8H, HALF, HALF, F32, F32, 0);
    mma_case("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", M16K8H, HALF, HALF, HALF, HALF, 0);
    mma_case("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", M16K16H, HALF, HALF, F32, F32, 0);
    mma_case("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", M16K16H, HALF, HALF, HALF, HALF,
             0);
    mma_case("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", M16K8H, BFLOAT, BFLOAT, F32, F32,
             0);
    mma_case("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", M16K16H, BFLOAT, BFLOAT, F32,
             F32, 0);
}

TEST(mma_of_wide_numbers)
{
    mma_case("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", M16K4, TF32, TF32, F32, F32, 0);
    mma_case("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", M16K8T, TF32, TF32, F32, F32, 0);
    mma_case("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", M8K4D, F64, F64, F64, F64, 0);
    mma_case("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64", M16K4D, F64, F64, F64, F64, 0);
    mma_case("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", M16K8D, F64, F64, F64, F64, 0);
    mma_case("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", M16K16D, F64, F64, F64, F64, 0);
}

TEST(mma_of_integers)
{
    static const enum kind bytes[] = { S8, U8 }, nibbles[] = { S4, U4 };
    char name[120];
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int sat = 0; sat < 2; sat++) {
                static const struct {
                    enum shape s;
                    bool nibble;
                } all[] = { { M8K16, false }, { M16K16B, false }, { M16K32B, false },
                            { M8K32, true },  { M16K32N, true },  { M16K64N, true } };
                for (int k = 0; k < 6; k++) {
                    enum kind ka = all[k].nibble ? nibbles[a] : bytes[a],
                              kb = all[k].nibble ? nibbles[b] : bytes[b];
                    snprintf(name, sizeof name, "mma.sync.aligned.%s.row.col%s.s32.%s.%s.s32",
                             shapes[all[k].s].name, sat ? ".satfinite" : "", kinds[ka].name,
                             kinds[kb].name);
                    mma_case(name, all[k].s, ka, kb, S32, S32, sat ? 0x7fffff00 : 0);
                }
            }
}

TEST(mma_of_bits)
{
    mma_case("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc", M8K128, B1, B1, S32, S32,
             0);
    mma_case("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc", M8K128, B1, B1, S32, S32,
             0);
    mma_case("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc", M16K128, B1, B1, S32, S32,
             0);
    mma_case("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", M16K256, B1, B1, S32, S32,
             0);
}

TEST(mma_of_eight_bit_floats)
{
    mma_case("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", M16K32B, E4M3, E4M3, F32, F32,
             0);
    mma_case("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32", M16K32B, E5M2, E4M3, F32, F32,
             0);
    mma_case("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", M16K32B, E4M3, E5M2, F32, F32,
             0);
}

#ifndef ON_CUDA /* hardware rounds more often, in an order that it does not tell */

/* ---- any numbers: each result is a sum in double precision, in the order of the columns ---- */

static double real(enum kind kind, uint64_t bits)
{
    uint32_t u = (uint32_t)bits;
    float f;
    double d;
    if (kind == HALF) {
        int exponent = (int)(u >> 10 & 31), fraction = (int)(u & 1023);
        d = exponent == 31 ? fraction ? NAN : INFINITY
            : exponent     ? ldexp(1024 + fraction, exponent - 25)
                           : ldexp(fraction, -24);
        return u & 0x8000 ? -d : d;
    }
    if (kind == F64) {
        memcpy(&d, &bits, 8);
        return d;
    }
    u = kind == BFLOAT ? u << 16 : kind == TF32 ? u & ~0x1fffu : u;
    memcpy(&f, &u, 4);
    return f;
}

static uint64_t any_bits(void)
{
    uint64_t bits = 0;
    for (int k = 0; k < 4; k++)
        bits = bits << 16 | (seed = seed * 1664525u + 1013904223u) >> 16;
    return bits;
}

/* Anything but a NaN of double precision, whose bits a processor may choose; other NaNs and
 * infinities are rare, or no sum would be a number. */
static uint64_t any_real(enum kind kind)
{
    uint64_t bits = any_bits(), exponents = kind == HALF     ? 0x7c00
                                            : kind == BFLOAT ? 0x7f80
                                            : kind == F64    ? 0x7ff0000000000000
                                                             : 0x7f800000;
    if ((bits & exponents) == exponents && (kind == F64 || any_bits() % 64))
        bits &= ~(exponents & -exponents);
    return kinds[kind].bits == 64 ? bits : bits & ((1ull << kinds[kind].bits) - 1);
}

/* Like numbers of everyday problems: sums lose bits without one of them deciding all. */
static uint64_t near_one(enum kind kind)
{
    uint64_t bits = any_real(kind);
    return kind == HALF     ? (bits & 0x83ff) | 0x3800 | (bits & 1) << 10
           : kind == BFLOAT ? (bits & 0x807f) | 0x3f00
           : kind == F64    ? (bits & 0x800fffffffffffff) | 0x3fe0000000000000
                            : (bits & 0x807fffff) | 0x3f000000;
}

static void real_case(const char *instruction, enum shape s, enum kind kind, bool near)
{
    enum kind kc = kind == F64 ? F64 : F32;
    int n[4] = { registers(s, kind, 0), registers(s, kind, 1), registers(s, kc, 2),
                 registers(s, kc, 2) };
    size_t step = kind == F64 ? 8 : 4, each = (size_t)(n[0] + n[1] + n[2]) * step;
    static double a[16][16], b[16][8], c[16][8];
    int row, column, wrong = 0;
    mma_text(instruction, n, kind == F64, -1);
    load_text();
    uint8_t *in = run_array(&r, 32 * each), *out = run_array(&r, 32 * (size_t)n[3] * step);
    for (int lane = 0; lane < 32; lane++)
        for (int f = 0, first = 0; f < 3; first += n[f++])
            for (int i = 0; i < per_lane(s, f); i++) {
                enum kind k = f < 2 ? kind : kc;
                uint64_t bits = near ? near_one(k) : any_real(k);
                (f == 0   ? place_a(s, lane, i, false, &row, &column)
                 : f == 1 ? place_b(s, lane, i, true, &row, &column)
                          : place_c(s, k, lane, i, &row, &column));
                *(f == 0   ? &a[row][column]
                  : f == 1 ? &b[row][column]
                           : &c[row][column]) = real(k, bits);
                set_element(in + (size_t)lane * each + (size_t)first * step, k, i, bits);
            }
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 1, 32, 0));
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < per_lane(s, 2); i++) {
            uint64_t bits = 0, want = 0x7fffffff;
            place_c(s, kc, lane, i, &row, &column);
            memcpy(&bits, out + (size_t)lane * (size_t)n[3] * step + (size_t)i * step, step);
            double sum = c[row][column];
            for (int k = 0; k < shapes[s].k; k++)
                sum = fma(a[row][k], b[k][column], sum);
            float rounded = (float)sum;
            if (kind == F64)
                memcpy(&want, &sum, 8);
            else if (rounded == rounded)
                memcpy(&want, &rounded, 4);
            wrong += bits != want && (kind != F64 || sum == sum);
        }
    if (wrong)
        fprintf(stderr, "%s: %d wrong results\n", instruction, wrong);
    CHECK_INT(wrong, 0);
    run_finish(&r);
}

TEST(mma_of_any_numbers)
{
    static const struct {
        enum shape s;
        enum kind kind;
    } all[] = { { M16K8H, HALF }, { M16K16H, HALF }, { M16K8H, BFLOAT }, { M16K16H, BFLOAT },
                { M16K4, TF32 },  { M16K8T, TF32 },  { M8K4D, F64 },     { M16K4D, F64 },
                { M16K8D, F64 },  { M16K16D, F64 } };
    enum { ROUNDS = 40 };
    char name[100];
    for (int i = 0; i < ROUNDS * (int)(sizeof all / sizeof *all); i++) {
        enum kind kind = all[i / ROUNDS].kind;
        const char *t = kinds[kind].name, *c = kind == F64 ? "f64" : "f32";
        snprintf(name, sizeof name, "mma.sync.aligned.%s.row.col.%s.%s.%s.%s",
                 shapes[all[i / ROUNDS].s].name, c, t, t, c);
        real_case(name, all[i / ROUNDS].s, kind, i % 2);
    }
}
#endif

/* ---- sparse A: half of its columns, and metadata that tell where they were ---- */

static void place_sparse_b(enum kind kind, int lane, int i, int *row, int *column)
{
    int packed = 32 / (int)kinds[kind].bits;
    *row = i / packed * 4 * packed + lane % 4 * packed + i % packed;
    *column = lane >> 2;
}

/* The four bits of one chunk go where the manual's figures have them; [bits]: of all chunks of a
 * row. */
static void set_metadata(uint32_t words[32], enum kind kind, int bits, int selector, int row,
                         int chunk, unsigned value)
{
    int lane = row % 8 * 4, bit = 4 * chunk;
    if (bits == 16) {
        lane += selector;
        bit += row / 8 * 16;
    } else if (kinds[kind].bits >= 16) { /* two lanes, each with half of the columns of both rows */
        lane += 2 * selector + bit / 16;
        bit = bit % 16 + row / 8 * 16;
    } else { /* a lane for 32 bits of a row */
        lane += (bits == 32 ? 2 * selector : bit / 32 * 2) + row / 8;
        bit %= 32;
    }
    words[lane] |= value << bit;
}

/* Fills a row of A and of its stored half; a chunk is two tf32, four halves or bytes, or four pairs
 * of nibbles. */
static void sparse_row(struct matrices *x, int *stored, enum kind kind, int k, int row,
                       int selector, uint32_t words[32])
{
    int unit = kinds[kind].bits == 4 ? 2 : 1, chunk = kinds[kind].bits == 32 ? 2 : 4 * unit;
    for (int c = 0; c < k / chunk; c++) {
        int places = chunk / unit, low = small(U8) % places, high = small(U8) % places;
        unsigned value = low ? 14 : 4;
        if (places == 4) {
            high = high == low ? (low + 1) % 4 : high;
            if (low > high) {
                int swapped = low;
                low = high;
                high = swapped;
            }
            value = (unsigned)(low | high << 2);
        }
        set_metadata(words, kind, k / chunk * 4, selector, row, c, value);
        for (int e = 0; e < chunk / 2; e++)
            stored[c * chunk / 2 + e] =
                x->a[row][c * chunk + (e < unit ? low : high) * unit + e % unit] = small(kind);
    }
}

static void sparse_case(const char *instruction, enum shape dense, int k, enum kind ka,
                        enum kind kb, enum kind kc, int selector)
{
    static struct matrices x;
    static int stored[16][256];
    int n[4] = { registers(dense, ka, 0), k * 8 * (int)kinds[kb].bits / 1024,
                 registers(dense, kc, 2), registers(dense, kc, 2) };
    size_t each = (size_t)(n[0] + n[1] + n[2] + 1) * 4;
    uint32_t words[32] = { 0 };
    int row, column, wrong = 0;
    mma_text(instruction, n, false, selector);
    load_text();
    memset(&x, 0, sizeof x);
    for (int i = 0; i < 16; i++) {
        sparse_row(&x, stored[i], ka, k, i, selector, words);
        for (int j = 0; j < 8; j++)
            x.c[i][j] = small(kc == S32 ? S8 : kc);
    }
    for (int i = 0; i < k * 8; i++)
        x.b[i / 8][i % 8] = small(kb);
    uint8_t *in = run_array(&r, 32 * each), *out = run_array(&r, 32 * (size_t)n[3] * 4);
    for (int lane = 0; lane < 32; lane++) {
        uint8_t *regs = in + (size_t)lane * each;
        for (int i = 0; i < per_lane(dense, 0); i++) {
            place_a(dense, lane, i, false, &row, &column);
            set_element(regs, ka, i, encode(ka, stored[row][column]));
        }
        for (int i = 0; i < k * 8 / 32; i++) {
            place_sparse_b(kb, lane, i, &row, &column);
            set_element(regs + n[0] * 4, kb, i, encode(kb, x.b[row][column]));
        }
        for (int i = 0; i < per_lane(dense, 2); i++) {
            place_c(dense, kc, lane, i, &row, &column);
            set_element(regs + (n[0] + n[1]) * 4, kc, i, encode(kc, x.c[row][column]));
        }
        memcpy(regs + (n[0] + n[1] + n[2]) * 4, &words[lane], 4);
    }
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 1, 32, 0));
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < per_lane(dense, 2); i++) {
            uint64_t bits = 0;
            place_c(dense, kc, lane, i, &row, &column);
            memcpy(&bits, out + (size_t)lane * (size_t)n[3] * 4 + (size_t)i * kinds[kc].bits / 8,
                   kinds[kc].bits / 8);
            int sum = x.c[row][column];
            for (int j = 0; j < k; j++)
                sum += x.a[row][j] * x.b[j][column];
            wrong += decode(kc, bits) != sum;
        }
    if (wrong)
        fprintf(stderr, "%s, selector %d: %d wrong results\n", instruction, selector, wrong);
    CHECK_INT(wrong, 0);
    run_finish(&r);
}

TEST(sparse_mma)
{
    static const struct {
        const char *shape;
        enum shape dense;
        int k;
        enum kind a, b, c;
        int selectors;
    } all[] = { { "m16n8k16", M16K8H, 16, HALF, HALF, F32, 4 },
                { "m16n8k16", M16K8H, 16, HALF, HALF, HALF, 4 },
                { "m16n8k32", M16K16H, 32, HALF, HALF, F32, 2 },
                { "m16n8k32", M16K16H, 32, HALF, HALF, HALF, 2 },
                { "m16n8k16", M16K8H, 16, BFLOAT, BFLOAT, F32, 4 },
                { "m16n8k32", M16K16H, 32, BFLOAT, BFLOAT, F32, 2 },
                { "m16n8k8", M16K4, 8, TF32, TF32, F32, 4 },
                { "m16n8k16", M16K8T, 16, TF32, TF32, F32, 2 },
                { "m16n8k32", M16K16B, 32, S8, U8, S32, 2 },
                { "m16n8k64", M16K32B, 64, U8, S8, S32, 1 },
                { "m16n8k64", M16K32N, 64, S4, S4, S32, 2 },
                { "m16n8k128", M16K64N, 128, U4, U4, S32, 1 },
                { "m16n8k64", M16K32B, 64, E4M3, E5M2, F32, 1 } };
    char name[160];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int selector = 0; selector < all[i].selectors; selector++) {
            snprintf(name, sizeof name, "mma.sp%s.sync.aligned.%s.row.col.%s.%s.%s.%s",
                     selector & 1 ? "" : "::ordered_metadata", all[i].shape, kinds[all[i].c].name,
                     kinds[all[i].a].name, kinds[all[i].b].name, kinds[all[i].c].name);
            sparse_case(name, all[i].dense, all[i].k, all[i].a, all[i].b, all[i].c, selector);
        }
}

/* ---- wmma: from memory to memory, so that the places in between do not matter ---- */

static int numbers[3][32 * 128]; /* row-major matrices a, b, c */

static void wmma_text(int m, int n, int k, enum kind ka, enum kind kc, enum kind kd,
                      const int *count, bool cola, bool colb, bool cold, const char *more)
{
    char shape[20];
    unsigned step = ka == F64 ? 64 : 32;
    snprintf(shape, sizeof shape, "m%dn%dk%d", m, n, k);
    used = 0;
    say(".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd) {\n"
        ".reg .b%u a<9>, b<9>, c<9>, d<9>; .reg .b64 p<4>;\n"
        "ld.param.u64 p0, [pa]; ld.param.u64 p1, [pb]; ld.param.u64 p2, [pc]; ld.param.u64 p3, [pd];\n",
        step);
    say("wmma.load.a.sync.aligned.%s.%s.global.%s ", cola ? "col" : "row", shape, kinds[ka].name);
    vector('a', count[0]);
    say(", [p0], %d;\nwmma.load.b.sync.aligned.%s.%s.%s ", cola ? m : k, colb ? "col" : "row",
        shape, kinds[ka].name);
    vector('b', count[1]);
    say(", [p1], %d;\nwmma.load.c.sync.aligned.row.%s.global.%s ", colb ? k : n, shape,
        kinds[kc].name);
    vector('c', count[2]);
    say(", [p2], %d;\nwmma.mma%s.sync.aligned.%s.%s.%s.%s", n, more, cola ? "col" : "row",
        colb ? "col" : "row", shape, kinds[kd].name);
    if (ka == HALF)
        say(".%s ", kinds[kc].name);
    else
        say(".%s.%s.%s%s ", kinds[ka].name, kinds[ka].name, kinds[kc].name, ka == F64 ? ".rn" : "");
    vector('d', count[3]);
    for (int f = 0; f < 3; f++) {
        say(", ");
        vector("abc"[f], count[f]);
    }
    say(";\nwmma.store.d.sync.aligned.%s.%s.global.%s [p3], ", cold ? "col" : "row", shape,
        kinds[kd].name);
    vector('d', count[3]);
    say(", %d;\nret; }\n", cold ? m : n);
}

static void *matrix(const int *from, int rows, int columns, enum kind kind, bool col)
{
    uint8_t *to = run_array(&r, (size_t)(rows * columns) * kinds[kind].bits / 8);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            set_element(to, kind, col ? j * rows + i : i * columns + j,
                        encode(kind, from[i * columns + j]));
    return to;
}

static void wmma_case(int m, int n, int k, enum kind ka, enum kind kc, enum kind kd, int na, int nb,
                      int nc, int nd, const char *more)
{
    bool packed = kinds[ka].bits < 8;
    for (int order = packed ? 2 : 0; order < (packed ? 3 : 8); order++) {
        bool cola = order & 1, colb = order & 2, cold = order & 4, both = strstr(more, "and");
        wmma_text(m, n, k, ka, kc, kd, (int[]){ na, nb, nc, nd }, cola, colb, cold, more);
        load_text();
        for (int i = 0; i < m * k; i++)
            numbers[0][i] = small(ka);
        for (int i = 0; i < k * n; i++)
            numbers[1][i] = small(ka);
        for (int i = 0; i < m * n; i++)
            numbers[2][i] = small(kc);
        void *a = matrix(numbers[0], m, k, ka, cola), *b = matrix(numbers[1], k, n, ka, colb),
             *c = matrix(numbers[2], m, n, kc, false);
        uint8_t *d = run_array(&r, (size_t)(m * n) * kinds[kd].bits / 8);
        ARG(&r, void *, a);
        ARG(&r, void *, b);
        ARG(&r, void *, c);
        ARG(&r, void *, d);
        CHECK(run_kernel(&r, "k", 1, 32, 0));
        int wrong = 0;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                int want = numbers[2][i * n + j];
                uint64_t bits = 0;
                for (int x = 0; x < k; x++) {
                    int u = numbers[0][i * k + x], v = numbers[1][x * n + j];
                    want += ka != B1 ? u * v : both ? u & v : u ^ v;
                }
                memcpy(&bits, d + (size_t)(cold ? j * m + i : i * n + j) * kinds[kd].bits / 8,
                       kinds[kd].bits / 8);
                wrong += decode(kd, bits) != want;
            }
        if (wrong)
            fprintf(stderr, "m%dn%dk%d %s order %d: %d wrong results\n", m, n, k, kinds[ka].name,
                    order, wrong);
        CHECK_INT(wrong, 0);
        run_finish(&r);
    }
}

TEST(wmma)
{
    static const int sides[][2] = { { 16, 16 }, { 32, 8 }, { 8, 32 } };
    for (int s = 0; s < 3; s++) {
        int m = sides[s][0], n = sides[s][1];
        wmma_case(m, n, 16, HALF, F32, F32, 8, 8, 8, 8, "");
        wmma_case(m, n, 16, HALF, HALF, HALF, 8, 8, 4, 4, "");
        wmma_case(m, n, 16, HALF, HALF, F32, 8, 8, 4, 8, "");
        wmma_case(m, n, 16, BFLOAT, F32, F32, m / 4, n / 4, 8, 8, "");
        wmma_case(m, n, 16, S8, S32, S32, m / 8, n / 8, 8, 8, "");
        wmma_case(m, n, 16, U8, S32, S32, m / 8, n / 8, 8, 8, "");
    }
    wmma_case(16, 16, 8, TF32, F32, F32, 4, 4, 8, 8, "");
    wmma_case(8, 8, 4, F64, F64, F64, 1, 1, 2, 2, "");
    wmma_case(8, 8, 32, S4, S32, S32, 1, 1, 2, 2, "");
    wmma_case(8, 8, 32, U4, S32, S32, 1, 1, 2, 2, "");
    wmma_case(8, 8, 128, B1, S32, S32, 1, 1, 2, 2, ".xor.popc");
    wmma_case(8, 8, 128, B1, S32, S32, 1, 1, 2, 2, ".and.popc");
}

/* ---- ldmatrix, stmatrix, movmatrix ---- */

static void shared_text(const char *body)
{
    used = 0;
    say(".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out) {\n"
        ".shared .align 16 .b8 s[512]; .reg .b64 p<4>; .reg .b32 t<9>, d<4>; .reg .pred q;\n"
        "ld.param.u64 p0, [in]; ld.param.u64 p1, [out]; mov.u32 t0, %%tid.x; mad.wide.u32 p2, t0, 16, p0; mad.wide.u32 p3, t0, 16, p1;\n"
        "mov.u32 t1, s; mad.lo.u32 t2, t0, 16, t1;\n%s ret; }\n",
        body);
    load_text();
}

static uint16_t element(const uint16_t *in, int matrix_index, int row, int column)
{
    return in[matrix_index * 64 + row * 8 + column];
}

static void fragments(int number, bool transposed, bool store)
{
    char body[1000], regs[40] = "{d0";
    for (int k = 1; k < number; k++)
        sprintf(regs + strlen(regs), ", d%d", k);
    strcat(regs, "}");
    const char *load =
        "ld.global.v4.b32 {t3, t4, t5, t6}, [p2]; st.shared.v4.b32 [t2], {t3, t4, t5, t6}; bar.sync 0;\n";
    if (store)
        snprintf(
            body, sizeof body,
            "ld.global.v4.b32 {d0, d1, d2, d3}, [p2]; stmatrix.sync.aligned.m8n8.x%d%s.shared.b16 [t2], %s;\n"
            "bar.sync 0; ld.shared.v4.b32 {t3, t4, t5, t6}, [t2]; st.global.v4.b32 [p3], {t3, t4, t5, t6};",
            number, transposed ? ".trans" : "", regs);
    else
        snprintf(
            body, sizeof body,
            "%s ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [t2];\nst.global.v4.b32 [p3], {d0, d1, d2, d3};",
            load, number, transposed ? ".trans" : "", regs);
    shared_text(body);
    uint16_t *in = run_array(&r, 512), *out = run_array(&r, 512);
    for (int i = 0; i < 256; i++)
        in[i] = (uint16_t)(i * 257 + 3);
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 1, 32, 0));
    for (int m = 0; m < number; m++)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++) {
                int a = transposed ? column : row, b = transposed ? row : column,
                    lane = a * 4 + b / 2;
                uint16_t held = (store ? in : out)[lane * 8 + 2 * m + b % 2];
                CHECK_INT(held, element(store ? out : in, m, row, column));
            }
    run_finish(&r);
}

TEST(fragments_from_and_to_shared_memory)
{
    for (int number = 1; number <= 4; number *= 2)
        for (int how = 0; how < 4; how++)
            fragments(number, how & 1, how & 2);
}

TEST(transposed_in_registers)
{
    shared_text(
        "ld.global.b32 d0, [p2]; movmatrix.sync.aligned.m8n8.trans.b16 d1, d0; st.global.b32 [p3], d1;");
    uint16_t *in = run_array(&r, 512), *out = run_array(&r, 512);
    for (int i = 0; i < 256; i++)
        in[i] = (uint16_t)(i * 129 + 1);
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 1, 32, 0));
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            CHECK_INT(out[(row * 4 + column / 2) * 8 + column % 2],
                      in[(column * 4 + row / 2) * 8 + row % 2]);
    run_finish(&r);
}

#ifndef ON_CUDA
/* Outside of shared memory: the fault names the row's address. */
TEST(outside)
{
    shared_text(
        "add.u32 t2, t2, 16; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {d0, d1, d2, d3}, [t2]; st.global.v4.b32 [p3], {d0, d1, d2, d3};");
    uint16_t *in = run_array(&r, 512), *out = run_array(&r, 512);
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(!run_kernel(&r, "k", 1, 32, 0));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_SHARED_RANGE);
    CHECK_INT(r.fault.thread[0], 31);
    run_finish(&r);
}
#endif
