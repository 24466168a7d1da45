// link: ptx
/* cooperative_groups, cuda::barrier, cuda::pipeline and cuda::atomic_ref, as nvcc compiles them for
 * sm_75 and sm_90. */
#include <stdlib.h>

#include "ptx_run.h"

static struct run r;
static const char *const files[] = { "cooperative_75.ptx", "cooperative_90.ptx" };

static void tiles(void)
{
    enum { N = 64 };
    int *out = run_array(&r, 12 * N * 4);
    float *real = run_array(&r, N * 4);
    unsigned long long *wide = run_array(&r, N * 8);
    ARG(&r, void *, out);
    ARG(&r, void *, real);
    ARG(&r, void *, wide);
    CHECK(run_kernel(&r, "tiles", 1, N, 0));
    for (int i = 0; i < N; i++) {
        int t = i & ~7, w = i & ~31, sum = 0, most = 0, bits = 0, part = 0, before = 0, same = 0,
            *o = out + 12 * i;
        float least = 100;
        for (int k = 0; k < 8; k++) {
            sum += t + k;
            bits ^= (t + k) * 5;
            part += t + k <= i ? t + k : 0;
            same |= (t + k) / 3 == i / 3 ? 1 << k : 0;
        }
        for (int k = 0; k < 32; k++) {
            int v = (w + k) * 37 % 41, f = (w + k) * 3 % 17;
            most = v > most ? v : most;
            before += w + k < i ? w + k : 0;
            least = (float)f < least ? (float)f : least;
        }
        bool three = t % 16 == 0;
        CHECK_INT(o[0], sum);
        CHECK_INT(o[1], most);
        CHECK_INT(o[2], bits);
        CHECK_INT(o[3], part);
        CHECK_INT(o[4], before);
        CHECK_INT(o[5], i ^ 1);
        CHECK_INT(o[6], three + 2 * (t > 7));
        CHECK_INT(o[7], 0xaa);
        CHECK_INT(o[8], same);
        CHECK_INT(o[9], i / 8);
        CHECK_INT(o[10], (i & 7) + 3 > 7 ? i : i + 3);
        CHECK_INT(o[11], w + 7);
        CHECK(real[i] == least);
        CHECK(wide[i] == 0xffffffffull);
    }
}

static void parts(void)
{
    int *out = run_array(&r, 6 * 32 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "parts", 1, 32, 0));
    for (int i = 1; i < 32; i += 2) {
        int scan = 0, label = 0, rank = 0, *o = out + 6 * i;
        for (int k = 1; k < 32; k += 2) {
            scan += k <= i ? k : 0;
            label += k % 3 == i % 3;
            rank += k < i && (k % 3 == 0) == (i % 3 == 0);
        }
        CHECK_INT(o[0], 16);
        CHECK_INT(o[1], 1);
        CHECK_INT(o[2], 256);
        CHECK_INT(o[3], scan);
        CHECK_INT(o[4], label);
        CHECK_INT(o[5], rank);
    }
}

static int *numbers(int n)
{
    int *in = run_array(&r, (size_t)n * 4);
    for (int i = 0; i < n; i++)
        in[i] = i * 7919 % 1013;
    return in;
}

static void copies(void)
{
    int *in = numbers(1024), *out = run_array(&r, 256 * 4);
    ARG(&r, void *, out);
    ARG(&r, void *, in);
    CHECK(run_kernel(&r, "copies", 1, 128, 0));
    for (int t = 0; t < 128; t++) {
        CHECK_INT(out[t], in[1023 - t]);
        CHECK_INT(out[t + 128], in[100 + t % 64]);
    }
}

static void barriers(void)
{
    enum { N = 96 };
    int *out = run_array(&r, N * 4), value[N], next[N];
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "barriers", 1, N, 0));
    for (int t = 0; t < N; t++)
        value[t] = t;
    for (int k = 0; k < 5; k++) {
        for (int t = 0; t < N; t++)
            next[t] = value[(t + 1) % N] + 1;
        memcpy(value, next, sizeof value);
    }
    for (int t = 0; t < N; t++)
        CHECK_INT(out[t], value[t] + (t % 3 ? 1000 : 0));
}

static void pipelines(void)
{
    enum { ROUNDS = 7 };
    int *in = numbers(128 * ROUNDS), *out = run_array(&r, 128 * 4);
    ARG(&r, void *, out);
    ARG(&r, void *, in);
    ARG(&r, int, ROUNDS);
    CHECK(run_kernel(&r, "pipelines", 1, 128, 0));
    for (int t = 0; t < 128; t++) {
        int sum = in[t];
        for (int c = 0; c < ROUNDS; c++)
            sum += in[c * 128 + (t ^ 5)];
        CHECK_INT(out[t], sum);
    }
}

static void roles(void)
{
    enum { ROUNDS = 9 };
    int *in = numbers(64 * ROUNDS), *out = run_array(&r, 64 * 4);
    ARG(&r, void *, out);
    ARG(&r, void *, in);
    ARG(&r, int, ROUNDS);
    CHECK(run_kernel(&r, "roles", 1, 128, 0));
    for (int t = 0; t < 64; t++) {
        int sum = 0;
        for (int k = 0; k < ROUNDS; k++)
            sum += in[k * 64 + 63 - t] * (k + 1);
        CHECK_INT(out[t], sum);
    }
}

static void primitives(void)
{
    int *in = numbers(512), *out = run_array(&r, 65 * 4), left = 0;
    if (!iq_ptx_module_kernel(r.module, "primitives"))
        return;
    ARG(&r, void *, out);
    ARG(&r, void *, in);
    CHECK(run_kernel(&r, "primitives", 1, 64, 0));
    if (r.fault.kind)
        fprintf(stderr, "%s, line %u\n", r.fault.message, r.fault.ptx_line);
    for (int t = 0; t < 64; t++) {
        /* the last argument: bytes to fill with zero */
        CHECK_INT(out[t], in[255 - t] + (t & 1 ? 0 : in[t]));
        left += 64 - t / 32 * 32; /* lanes of a warp arrive together */
    }
    CHECK_INT(out[64], left);
}

static void grids(void)
{
    enum { BLOCKS = 12, THREADS = 64, N = BLOCKS * THREADS, ROUNDS = 6 };
    int *out = run_array(&r, 2 * N * 4), now[N], next[N];
    ARG(&r, void *, out);
    ARG(&r, int, ROUNDS);
    CHECK(run_cooperative(&r, "grids", BLOCKS, THREADS));
    for (int i = 0; i < N; i++)
        now[i] = i;
    for (int k = 1; k <= ROUNDS; k++) {
        for (int i = 0; i < N; i++)
            next[i] = now[(i + 97) % N] + k;
        memcpy(now, next, sizeof now);
    }
    CHECK(!memcmp(out + ROUNDS % 2 * N, now, sizeof now));
}

static void references(void)
{
    int *o = run_array(&r, 16), x = 5;
    unsigned long long *u = run_array(&r, 8);
    float *f = run_array(&r, 4);
    double *d = run_array(&r, 16);
    short *h = run_array(&r, 4);
    signed char *c = run_array(&r, 4);
    o[2] = x;
    h[0] = 77;
    c[2] = 5;
    ARG(&r, void *, o);
    ARG(&r, void *, u);
    ARG(&r, void *, f);
    ARG(&r, void *, d);
    ARG(&r, void *, h);
    ARG(&r, void *, c);
    CHECK(run_kernel(&r, "references", 1, 96, 0));
    for (int k = 0; k < 96; k++)
        x = x * 3 % 1009 + 1;
    CHECK_INT(o[0], 3 * 96);
    CHECK_INT(o[1], 95);
    CHECK_INT(o[2], x);
    CHECK(*u == ~0ull);
    CHECK(*f == 48);
    CHECK(d[0] == -192 && d[1] == -95);
    CHECK(h[0] == 77 && h[1] == 96);
    CHECK(c[2] == 5 && c[3] == (signed char)-96);
}

static void each(void (*body)(void))
{
    for (int k = 0; k < 2; k++) {
        run_load(&r, ptx_file(files[k]));
        body();
        run_finish(&r);
    }
}

TEST(partitions_of_a_block) { each(tiles); }
TEST(lanes_that_came_together) { each(parts); }
TEST(asynchronous_copies) { each(copies); }
TEST(barrier_objects) { each(barriers); }
TEST(pipelines_of_two_stages) { each(pipelines); }
TEST(producers_and_consumers) { each(roles); }
TEST(mbarrier_primitives) { each(primitives); }
TEST(grid_synchronisation) { each(grids); }
TEST(atomic_references) { each(references); }

/* ---- mbarrier by hand ---- */

static bool by_hand(const char *body, uint64_t *result)
{
    static char text[2000];
    int n = snprintf(
        text, sizeof text,
        ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out) {\n"
        ".shared .align 8 .b64 bar; .reg .b64 p, s<4>; .reg .b32 t<4>, n; .reg .pred q<4>;\n"
        "ld.param.u64 p, [out]; mov.u32 n, 0; mov.b64 s3, 0;\n%s\n cvt.u64.u32 s0, n; st.global.u64 [p], s0; ret; }\n",
        body);
    CHECK_INT(run_load_text(&r, text, (size_t)n, NULL), 0);
    uint64_t *out = run_array(&r, 8);
    ARG(&r, void *, out);
    bool done = run_kernel(&r, "k", 1, 1, 0);
    *result = *out;
    run_finish(&r);
    return done;
}

TEST(phases_bytes_and_counts)
{
    uint64_t n;
    CHECK(by_hand(
        "mbarrier.init.shared.b64 [bar], 3;\n"
        /* 3 before */
        "mbarrier.arrive.shared.b64 s1, [bar]; mbarrier.pending_count.b64 t0, s1; mad.lo.u32 n, t0, 100, n;\n"
        /* no */
        "mbarrier.test_wait.shared.b64 q0, [bar], s1; selp.u32 t1, 1, 0, q0; add.u32 n, n, t1;\n"
        "mbarrier.arrive.release.cta.shared::cta.b64 _, [bar], 2;\n"
        /* yes */
        "mbarrier.test_wait.acquire.cta.shared.b64 q0, [bar], s1; selp.u32 t1, 10, 0, q0; add.u32 n, n, t1;\n"
        /* no */
        "mbarrier.test_wait.parity.shared.b64 q0, [bar], 1; selp.u32 t1, 1000, 0, q0; add.u32 n, n, t1;\n"
        /* yes */
        "mbarrier.try_wait.parity.shared.b64 q0, [bar], 0; selp.u32 t1, 2000, 0, q0; add.u32 n, n, t1;",
        &n));
    CHECK_INT(n, 300 + 10 + 2000);
    CHECK(by_hand(
        "mbarrier.init.shared.b64 [bar], 1;\n"
        "mbarrier.arrive.expect_tx.shared.b64 s1, [bar], 64;\n"
        /* bytes are missing */
        "mbarrier.test_wait.shared.b64 q0, [bar], s1; selp.u32 t1, 1, 0, q0; add.u32 n, n, t1;\n"
        "mbarrier.complete_tx.shared.b64 [bar], 40; mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 8;\n"
        "mbarrier.complete_tx.shared.b64 [bar], 32;\n"
        "mbarrier.test_wait.shared.b64 q0, [bar], s1; selp.u32 t1, 10, 0, q0; add.u32 n, n, t1;",
        &n));
    CHECK_INT(n, 10);
    CHECK(by_hand(
        "mbarrier.init.shared.b64 [bar], 2;\n"
        "mbarrier.arrive_drop.shared.b64 s1, [bar]; cp.async.mbarrier.arrive.shared.b64 [bar]; cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n"
        "mbarrier.test_wait.shared.b64 q0, [bar], s1; selp.u32 t1, 1, 0, q0; add.u32 n, n, t1;\n"
        /* one is left */
        "mbarrier.arrive.shared.b64 s2, [bar]; mbarrier.pending_count.b64 t0, s2; mad.lo.u32 n, t0, 10, n;\n"
        "mbarrier.inval.shared.b64 [bar];",
        &n));
    CHECK_INT(n, 11);
}

#ifndef ON_CUDA
TEST(wrong_use_is_told)
{
    uint64_t n;
    CHECK(!by_hand("mbarrier.arrive.shared.b64 s1, [bar];", &n));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION);
    CHECK(strstr(r.fault.message, "not initialised"));
    CHECK(!by_hand("mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.shared.b64 s1, [bar], 3;",
                   &n));
    CHECK(strstr(r.fault.message, "more arrivals"));
}
#endif
