// link: ptx
/* wgmma: matrices are laid out in shared memory by the canonical layouts of the PTX manual;
 * products are computed here. */
#include <math.h>

#include "../ptx/say.h"
#include "ptx_run.h"

static struct run r;

enum kind { HALF, BFLOAT, TF32, E4M3, E5M2, S8, U8, B1, F32, S32 };
static const struct {
    int bits;
    const char *name;
} kinds[] = { { 16, "f16" }, { 16, "bf16" }, { 32, "tf32" }, { 8, "e4m3" }, { 8, "e5m2" },
              { 8, "s8" },   { 8, "u8" },    { 1, "b1" },    { 32, "f32" }, { 32, "s32" } };

/* Small integers, exact in every format. */
static uint32_t encode(enum kind kind, int v)
{
    float f = (float)v;
    uint32_t u, h;
    memcpy(&u, &f, 4);
    h = v ? (u >> 16 & 0x8000) | (((u >> 23 & 255) - 112) << 10 | (u >> 13 & 1023)) : 0;
    switch (kind) {
    case HALF: return h;
    case E5M2: return h >> 8;
    case E4M3: return v ? (u >> 24 & 0x80) | ((u >> 23 & 255) - 120) << 3 | (u >> 20 & 7) : 0;
    case BFLOAT: return u >> 16;
    case TF32:
    case F32: return u;
    case B1: return (uint32_t)v & 1;
    case S32: return (uint32_t)v;
    default: return (uint32_t)v & 255;
    }
}

static unsigned seed = 7;
static int random_of(int n) { return (int)((seed = seed * 1664525u + 1013904223u) >> 12) % n; }
static int small(enum kind kind)
{
    return kind == U8                    ? random_of(256)
           : kind == S8                  ? random_of(256) - 128
           : kind == B1                  ? random_of(2)
           : kind <= TF32 || kind == F32 ? random_of(15) - 7
                                         : random_of(9) - 4;
}

/* ---- layouts: swizzles of 0, 128, 64 and 32 bytes, by their numbers in a descriptor ---- */

struct layout {
    unsigned swizzle;
    bool by_columns;
    unsigned leading, stride, chunks; /* bytes; chunks of 16 bytes that lie together */
};

static struct layout layout_of(unsigned swizzle, bool by_columns, int rows, int row_bytes)
{
    static const unsigned widths[] = { 1, 8, 4, 2 };
    struct layout y = { .swizzle = swizzle, .by_columns = by_columns, .chunks = widths[swizzle] };
    unsigned atom = 8 * 16 * y.chunks, depth = (unsigned)row_bytes / 2; /* of halves by columns */
    if (by_columns && !swizzle) {
        y.leading = atom;
        y.stride = atom * (depth / 8);
    } else if (by_columns) {
        y.stride = atom;
        y.leading = atom * (depth / 8);
    } else {
        y.stride = atom;
        y.leading = (unsigned)(rows + 7) / 8 * atom;
    }
    return y;
}

/* Where byte [byte] of row [row] (halves by columns: byte / 2 is the depth) lies. */
static unsigned place(const struct layout *y, int row, int byte)
{
    unsigned of = (unsigned)row, in = (unsigned)byte, at;
    if (!y->by_columns) {
        unsigned chunk = in / 16, pitch = 16 * y->chunks;
        at = of / 8 * y->stride + of % 8 * pitch + chunk / y->chunks * y->leading +
             chunk % y->chunks * 16 + in % 16;
    } else {
        unsigned k = in / 2, chunk = of / 8, rest = of % 8 * 2 + in % 2;
        at = !y->swizzle ? chunk * y->stride + k / 8 * y->leading + k % 8 * 16 + rest
                         : chunk / y->chunks * y->leading + chunk % y->chunks * 16 +
                               k / 8 * y->stride + k % 8 * 16 * y->chunks + rest;
    }
    return at ^ ((at >> 7 & (y->chunks - 1)) << 4);
}

static uint64_t descriptor(const struct layout *y, unsigned start)
{
    return (uint64_t)(start >> 4) | (uint64_t)(y->leading >> 4) << 16 |
           (uint64_t)(y->stride >> 4) << 32 | (uint64_t)y->swizzle << 62;
}

/* ---- one product ---- */

enum { A_AT = 0, B_AT = 16384, SHARED = 49152, MOST_N = 256, MOST_K = 256 };

struct product {
    enum kind a, b, d;
    int n;
    unsigned swizzle_a, swizzle_b;
    bool registers, columns_a, columns_b, minus_a, minus_b, alone, saturate, sparse;
    int selector, k_step; /* k_step: the second product of a row of 64 bytes or more */
};

static int depth_of(const struct product *p)
{
    return 256 / kinds[p->a].bits * (p->sparse ? 2 : 1);
}

static int a[64][MOST_K], stored[64][MOST_K], b[MOST_K][MOST_N], c[64][MOST_N];
static uint32_t metadata[4][32];

/* The four bits of one chunk go where the manual's figures have them, in each warp's sixteen
 * rows. */
static void set_metadata(const struct product *p, int row, int chunk, unsigned value)
{
    int in = row % 16, lane = in % 8 * 4, bit = 4 * chunk;
    if (kinds[p->a].bits >= 16) { /* two lanes, each with half of the columns of both rows */
        lane += 2 * p->selector + bit / 16;
        bit = bit % 16 + in / 8 * 16;
    } else { /* a lane for 32 bits of a row */
        lane += bit / 32 * 2 + in / 8;
        bit %= 32;
    }
    metadata[row / 16][lane] |= value << bit;
}

static void fill_a(const struct product *p)
{
    int k = depth_of(p);
    memset(metadata, 0, sizeof metadata);
    memset(a, 0, sizeof a);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < k / (p->sparse ? 2 : 1); j++)
            stored[i][j] = small(p->a);
    for (int i = 0; i < 64 && !p->sparse; i++)
        memcpy(a[i], stored[i], sizeof a[i]);
    for (int i = 0; i < 64 && p->sparse; i++)
        for (int chunk = 0; chunk < k / (p->a == TF32 ? 2 : 4); chunk++) {
            if (p->a == TF32) { /* one of two */
                int at = random_of(2);
                a[i][2 * chunk + at] = stored[i][chunk];
                set_metadata(p, i, chunk, at ? 14 : 4);
                continue;
            }
            int low = random_of(3), high = low + 1 + random_of(3 - low);
            a[i][4 * chunk + low] = stored[i][2 * chunk];
            a[i][4 * chunk + high] = stored[i][2 * chunk + 1];
            set_metadata(p, i, chunk, (unsigned)(low | high << 2));
        }
}

static void put(uint8_t *image, const struct layout *y, enum kind kind, int row, int k, int value,
                int k_byte)
{
    int bits = kinds[kind].bits, bit = k * bits;
    uint32_t u = encode(kind, value);
    if (bits < 8)
        image[place(y, row, k_byte + bit / 8)] |= (uint8_t)(u << bit % 8);
    for (int e = 0; e < bits / 8; e++)
        image[place(y, row, k_byte + bit / 8 + e)] = (uint8_t)(u >> 8 * e);
}

/* Element e of register [reg] of a lane, as fragments of A have it in mma. */
static void put_in_registers(const struct product *p, uint32_t regs[128][4])
{
    int packed = 32 / kinds[p->a].bits;
    for (int t = 0; t < 128; t++)
        for (int reg = 0; reg < 4; reg++)
            for (int e = 0; e < packed; e++) {
                int row = t / 32 * 16 + t % 32 / 4 + reg % 2 * 8,
                    k = reg / 2 * 4 * packed + t % 4 * packed + e;
                regs[t][reg] |= encode(p->a, stored[row][k]) << kinds[p->a].bits * e;
            }
}

static void list(char prefix, int n)
{
    say("{");
    for (int k = 0; k < n; k++)
        say("%s%c%d", k ? "," : "", prefix, k);
    say("}");
}

static void product_text(const struct product *p, int regs)
{
    bool halves = p->a <= BFLOAT;
    used = 0;
    say(".version 8.4\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 s[];\n"
        ".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 da, .param .u64 db) {\n"
        ".reg .b32 d<129>, a<4>, t<8>, m; .reg .b64 p<8>, x, y; .reg .pred q, l;\n"
        "ld.param.u64 p0, [in]; ld.param.u64 p1, [out]; ld.param.u64 x, [da]; ld.param.u64 y, [db];\n"
        "mov.u32 t0, %%tid.x; mov.u32 t1, s; shl.b32 t2, t0, 4;\n"
        "LOOP: cvt.u64.u32 p2, t2; add.u64 p3, p0, p2; add.u32 t3, t1, t2;\n"
        "ld.global.v4.b32 {a0, a1, a2, a3}, [p3]; st.shared.v4.b32 [t3], {a0, a1, a2, a3};\n"
        "add.u32 t2, t2, 2048; setp.lt.u32 l, t2, %d; @l bra LOOP;\n"
        "add.u64 p0, p0, %d; mad.wide.u32 p4, t0, 20, p0;\n"
        "ld.global.b32 a0, [p4]; ld.global.b32 a1, [p4+4]; ld.global.b32 a2, [p4+8];\n"
        "ld.global.b32 a3, [p4+12]; ld.global.b32 m, [p4+16];\n"
        "mad.wide.u32 p1, t0, %d, p1;\n",
        SHARED, SHARED, 4 * regs);
    for (int k = 0; k < regs; k++)
        say("ld.global.b32 d%d, [p1+%d];\n", k, 4 * k);
    say("shr.u32 t4, t1, 4; cvt.u64.u32 p5, t4; add.u64 x, x, p5; add.u64 y, y, p5;\n"
        "fence.proxy.async; bar.sync 0; setp.ne.u32 q, t0, %d; wgmma.fence.sync.aligned;\n"
        "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s.%s.%s%s ",
        p->alone ? -1 : 1000, p->sparse ? ".sp" : "", p->n, depth_of(p), kinds[p->d].name,
        kinds[p->a].name, kinds[p->b].name,
        p->saturate  ? ".satfinite"
        : p->a == B1 ? ".and.popc"
                     : "");
    list('d', regs);
    say(", ");
    if (p->registers)
        list('a', 4);
    else
        say("x");
    say(", y");
    if (p->sparse)
        say(", m, %d", p->selector);
    say(p->alone ? ", 0" : ", q");
    if (p->d != S32)
        say(", %d, %d", p->minus_a ? -1 : 1, p->minus_b ? -1 : 1);
    if (halves && !p->registers)
        say(", %d", p->columns_a);
    if (halves)
        say(", %d", p->columns_b);
    say(";\nwgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n");
    for (int k = 0; k < regs; k++)
        say("st.global.b32 [p1+%d], d%d;\n", 4 * k, k);
    say("ret; }\n");
}

static void load_text(void)
{
    struct iq_ptx_diag diag = { 0 };
    static int number;
    const char *dump = getenv("PTX_DUMP");
    if (dump) {
        char path[600];
        snprintf(path, sizeof path, "%s/wgmma%d.ptx", dump, number++);
        FILE *out = fopen(path, "w");
        fputs(written, out);
        fclose(out);
    }
    if (run_load_text(&r, written, used, &diag)) {
        char *said = iq_ptx_diag_format(&diag, "wgmma");
        fprintf(stderr, "%s%s", said, written);
        exit(1);
    }
    iq_ptx_diag_finish(&diag);
}

static int64_t expected(const struct product *p, int i, int j)
{
    int64_t sum = 0;
    for (int k = 0; k < depth_of(p); k++)
        sum += (int64_t)a[i][k] * b[k][j];
    sum = (p->minus_a != p->minus_b ? -sum : sum) + (p->alone ? 0 : c[i][j]);
    if (p->saturate)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (int32_t)sum;
}

/* Where element e of register [reg] of thread t lies in D. */
static void place_d(const struct product *p, int t, int reg, int e, int *row, int *column)
{
    int at = p->d == HALF ? 2 * reg + e : reg;
    *row = t / 32 * 16 + t % 32 / 4 + at / 2 % 2 * 8;
    *column = at / 4 * 8 + t % 4 * 2 + at % 2;
}

static void check_results(const struct product *p, const uint32_t *out, int regs)
{
    int wrong = 0, packed = p->d == HALF ? 2 : 1;
    for (int t = 0; t < 128; t++)
        for (int reg = 0; reg < regs; reg++)
            for (int e = 0; e < packed; e++) {
                int row, column;
                place_d(p, t, reg, e, &row, &column);
                uint32_t bits = out[t * regs + reg] >> 16 * e & (packed == 2 ? 0xffff : ~0u),
                         want = encode(p->d, (int)expected(p, row, column));
                wrong += bits != want && (bits | want) & 0x7fffffff;
            }
    if (wrong)
        fprintf(stderr,
                "m64n%d %s %s %s swizzles %u %u columns %d %d registers %d sparse %d: %d wrong\n",
                p->n, kinds[p->d].name, kinds[p->a].name, kinds[p->b].name, p->swizzle_a,
                p->swizzle_b, p->columns_a, p->columns_b, p->registers, p->sparse, wrong);
    CHECK_INT(wrong, 0);
}

static void multiply(struct product p)
{
    int k = depth_of(&p), bits = kinds[p.a].bits, regs = p.n / (p.d == HALF ? 4 : 2);
    int row_a = k * bits / 8 / (p.sparse ? 2 : 1), row_b = k * bits / 8;
    struct layout la = layout_of(p.swizzle_a, p.columns_a, 64, row_a),
                  lb = layout_of(p.swizzle_b, p.columns_b, p.n, row_b);
    product_text(&p, regs);
    load_text();
    uint8_t *in = run_array(&r, SHARED + 128 * 20);
    uint32_t *out = run_array(&r, 128 * 4 * (size_t)regs), from[128][4] = { { 0 } };
    fill_a(&p);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < row_a * 8 / bits; j++)
            put(in + A_AT, &la, p.a, i, j, stored[i][j], p.k_step);
    for (int j = 0; j < p.n; j++)
        for (int i = 0; i < k; i++) {
            b[i][j] = small(p.b);
            put(in + B_AT, &lb, p.b, j, i, b[i][j], p.k_step);
        }
    put_in_registers(&p, from);
    for (int t = 0; t < 128; t++) {
        memcpy(in + SHARED + 20 * t, from[t], 16);
        memcpy(in + SHARED + 20 * t + 16, &metadata[t / 32][t % 32], 4);
        for (int reg = 0; reg < regs; reg++)
            for (int e = 0; e < (p.d == HALF ? 2 : 1); e++) {
                int row, column;
                place_d(&p, t, reg, e, &row, &column);
                c[row][column] =
                    p.saturate ? row & 1 ? INT32_MAX - 99 : INT32_MIN + 99 : small(HALF);
                out[t * regs + reg] |= encode(p.d, c[row][column]) << 16 * e;
            }
    }
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    ARG(&r, uint64_t, descriptor(&la, A_AT + (unsigned)p.k_step));
    ARG(&r, uint64_t, descriptor(&lb, B_AT + (unsigned)p.k_step));
    CHECK(run_kernel(&r, "k", 1, 128, SHARED));
    if (r.fault.kind)
        fprintf(stderr, "%s\n", r.fault.message);
    check_results(&p, out, regs);
    run_finish(&r);
}

/* ---- all of them ---- */

TEST(layouts_of_halves)
{
    for (unsigned y = 0; y < 4; y++)
        for (unsigned z = 0; z < 4; z++)
            for (int columns = 0; columns < 4; columns++)
                multiply((struct product){ HALF, HALF, F32, 64, y, z, .columns_a = columns & 1,
                                           .columns_b = columns & 2 });
}

TEST(second_step_of_a_swizzled_row)
{
    for (unsigned y = 1; y < 3; y++)
        for (int step = 32; step < (y == 1 ? 128 : 64); step += 32)
            multiply((struct product){ HALF, HALF, F32, 32, y, y, .k_step = step });
}

TEST(columns)
{
    for (int n = 8; n <= 256; n += 8) {
        multiply((struct product){ HALF, HALF, n % 16 ? F32 : HALF, n, 1, 1, .registers = false });
        if (n <= 24 || n % 16 == 0)
            multiply((struct product){ S8, S8, S32, n, 3, 3, .registers = false });
    }
    multiply((struct product){ BFLOAT, BFLOAT, F32, 256, 1, 1, .columns_b = true });
}

TEST(types)
{
    static const enum kind bytes[] = { S8, U8 }, quarters[] = { E4M3, E5M2 };
    for (int registers = 0; registers < 2; registers++)
        for (unsigned y = 0; y < 4; y++) {
            multiply((struct product){ HALF, HALF, HALF, 40, y, y, .registers = registers });
            multiply((struct product){ BFLOAT, BFLOAT, F32, 24, y, y, .registers = registers });
            multiply((struct product){ TF32, TF32, F32, 16, y, y, .registers = registers });
            multiply((struct product){ B1, B1, S32, 64, y, y, .registers = registers });
            for (int k = 0; k < 4; k++) {
                multiply((struct product){ bytes[k & 1], bytes[k >> 1], S32, 32, y, y,
                                           .registers = registers, .saturate = y & 1 });
                multiply((struct product){ quarters[k & 1], quarters[k >> 1], y & 1 ? F32 : HALF,
                                           48, y, y, .registers = registers });
            }
        }
}

TEST(signs_and_scale)
{
    for (int k = 0; k < 8; k++)
        multiply((struct product){ HALF, HALF, F32, 16, 0, 0, .minus_a = k & 1, .minus_b = k & 2,
                                   .alone = k & 4, .registers = k & 1 });
}

TEST(sparse)
{
    for (int registers = 0; registers < 2; registers++)
        for (int selector = 0; selector < 2; selector++) {
            multiply((struct product){ HALF, HALF, F32, 32, 3, 2, .registers = registers,
                                       .sparse = true, .selector = selector });
            multiply((struct product){ BFLOAT, BFLOAT, F32, 32, 1, 1, .registers = registers,
                                       .sparse = true, .selector = selector });
            multiply((struct product){ TF32, TF32, F32, 32, 1, 1, .registers = registers,
                                       .sparse = true, .selector = selector });
        }
    for (int registers = 0; registers < 2; registers++) {
        multiply((struct product){ S8, U8, S32, 32, 0, 1, .registers = registers, .sparse = true });
        multiply(
            (struct product){ E4M3, E5M2, F32, 32, 2, 2, .registers = registers, .sparse = true });
        multiply(
            (struct product){ HALF, HALF, F32, 64, 0, 0, .registers = registers, .sparse = true });
        multiply((struct product){ HALF, HALF, F32, 64, 2, 1, .registers = registers,
                                   .sparse = true, .columns_b = true });
    }
}
